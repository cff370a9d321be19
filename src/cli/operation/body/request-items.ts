import type { LazyConnection } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import type { PresentRecords } from '../changes/present-record.ts';
import { itemsOf, type OperationRun, type RunItem, type RunItems } from '../run.ts';
import { readTargets, requireTargets, type Targets } from '../targets.ts';
import { checkBodies } from './body-check.ts';
import type { BodyDocument } from './body-file.ts';
import type { Draft } from './file-bodies.ts';
import { bodyOf, lacksMembers, type Members, readMembers, resolveTimes } from './request-body.ts';

/** What a command line sends. */
export interface RequestItems extends RunItems {
  /** Where the one body comes from that no flag gave. */
  readonly document?: BodyDocument | undefined;
}

/**
 * What an operation that changes something sends: bodies of flags and files, for the objects that arguments or the
 * records in a file name. Asks for what is missing where somebody is there. Throws a CliError for what the contract
 * rules out, before anything is sent.
 */
export async function readItems(
  run: OperationRun,
  present: PresentRecords,
  service: LazyConnection,
  context: CommandContext,
): Promise<RequestItems> {
  const { entry, given, input } = run;
  const targets = await readTargets(entry, run.args, context.stdin);
  if (input.fromFile === undefined) {
    const body = bodyOf(await readMembers(given, context));
    await provide(body);
    const { found, timed } = await complete(targets, body, undefined);
    const { items, isBatch } = itemsOf(found, body);
    return { items: items.map((item) => ({ ...item, ...timed })), isBatch };
  }
  const [{ readBodyFile }, { draftsOfFile }] = await Promise.all([
    import('./body-file.ts'),
    import('./file-bodies.ts'),
  ]);
  const file = await readBodyFile(input.fromFile);
  const members = await readMembers(given, context);
  const drafts = await draftsOfFile(file, entry, targets, context.printer);
  for (const { body } of drafts) {
    bodyOf(members, body);
    await provide(body);
  }
  const [only] = drafts;
  if (!file.isMany && only !== undefined) {
    const missing = only.target.id === undefined ? targets.missing : [];
    const named = { ...targets, values: [only.target], missing };
    const { found, timed } = await complete(named, only.body, only);
    const items = found.values.map((target) => ({ ...only, target, ...timed }));
    return { items, isBatch: false, document: only.document };
  }
  const items = drafts.map((draft) => {
    if (targets.missing.some((name) => draft.target[name] === undefined)) requireTargets(targets, entry);
    return { ...draft, ...prepare(draft.body) };
  });
  await checkBodies(run, drafts);
  return { items, isBatch: true };

  async function provide(body: Members): Promise<void> {
    for (const one of run.plugins.providers) await one(body, context);
  }

  async function complete(targets: Targets, body: Members, draft: Draft | undefined) {
    let found = targets;
    if (found.missing.length > 0 || lacksMembers(entry.operation, body)) {
      const { askForInput } = await import('./ask-for-input.ts');
      found = await askForInput(run, found, body, service, context, present);
    }
    requireTargets(found, entry);
    const timed = prepare(body);
    await checkBodies(run, [{ body, document: draft?.document }]);
    return { found, timed };
  }

  /** Puts times in, by the clock here; what counts from now can be had again by another one. */
  function prepare(body: Members): Pick<RunItem, 'timed'> {
    const untimed = structuredClone(body);
    let isTimed = false as boolean;
    withTimes(body, run, () => {
      isTimed = true;
      return context.streams.clock.now();
    });
    return isTimed ? { timed: (now) => withTimes(structuredClone(untimed), run, () => now) } : {};
  }
}

/** The body with times in the place of what counts from now. */
function withTimes(body: Members, { flags, plugins }: OperationRun, now: () => number): Members {
  resolveTimes(flags, body, now);
  for (const prepare of plugins.prepare) prepare(body, now);
  return body;
}
