import { setMaxListeners } from 'node:events';
import type { Client } from '../../../client/client.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import type { CommandContext } from '../../context.ts';
import { interruptedError } from '../../errors/cli-error.ts';
import { describeFailure } from '../../errors/failure.ts';
import { errorObject, printFailure } from '../../errors/report-failure.ts';
import { exitCodes } from '../../exit-codes.ts';
import { onSignals } from '../../input/signals.ts';
import { carryOut, type Outcome } from '../../manifests/carry-out.ts';
import { type HiddenTexts, type HideTexts, hiding } from '../../manifests/files/hidden-texts.ts';
import type { AppliedSecrets } from '../../manifests/planning/applied-secrets.ts';
import type { Action, Plan } from '../../manifests/planning/plan.ts';
import { addressName } from '../../manifests/planning/record-key.ts';
import { unreadableValues } from '../../manifests/planning/unreadable.ts';
import { shortName } from '../../manifests/showing/short-name.ts';
import { isForProgram, isTable, outputFormat } from '../../output/formats.ts';
import { showRecord } from '../../output/show.ts';
import { liveLine, progressBar } from '../../terminal/live-line.ts';
import { makesToken, openTokenFile, type TokenFile } from './token-file.ts';

interface CarryOutChoices {
  readonly applied: AppliedSecrets;
  readonly knownIds: ReadonlySet<string>;
  readonly tokensOut: string | undefined;
  /** Texts that the environment gave: no message repeats them. */
  readonly hidden: HiddenTexts;
}

const doneWords = { create: 'created', update: 'changed', replace: 'made anew', delete: 'deleted' } as const;

/**
 * Carries a plan out, tells of each action as it ends, and sums up. The exit code is that of the first failure. After a
 * signal nothing more is begun; what is under way ends first.
 */
export async function carryOutPlan(
  client: Client,
  plan: Plan,
  { applied, knownIds, tokensOut, hidden }: CarryOutChoices,
  context: CommandContext,
): Promise<void> {
  const { streams, printer } = context;
  const forProgram = isForProgram(context);
  // Whoever wants the exit code alone is told of failures, and of nothing else on stdout.
  const isListed = isTable(outputFormat(context));
  const tokens = tokensOut === undefined || !makesToken(plan) ? undefined : openTokenFile(tokensOut, context);
  const hide = hiding(hidden);
  const shownTokens: string[] = [];
  const outcomes: Outcome[] = [];
  const line = liveLine(streams);
  const advance = progressBar(line, 'apply', plan.actions.length);
  const ending = new AbortController();
  // As many requests as are under way may wait at once.
  setMaxListeners(0, ending.signal);
  let lost: { readonly error: unknown } | undefined;
  // Whoever reads no further, and a disk that is full, have no say in what is done.
  const print = async (text: string) => {
    if (lost !== undefined) return;
    await printer.data(text).catch((error: unknown) => {
      lost = { error };
    });
  };
  const release = onSignals(streams, () => ending.abort(interruptedError()), ['SIGINT', 'SIGTERM']);
  try {
    await carryOut(client, plan.actions, {
      knownIds,
      clock: streams.clock,
      signal: ending.signal,
      async onOutcome(outcome) {
        const { action, state, record, address } = outcome;
        outcomes.push(outcome);
        if (state === 'done') remember(applied, outcome);
        const { id, token, description } = (record ?? {}) as Record<string, unknown>;
        if (state === 'done' && typeof token === 'string') {
          const entry = { id: String(id), description: String(description ?? ''), token };
          if (tokens === undefined)
            shownTokens.push(`${sanitizeLine(entry.description)}  ${entry.id}  ${token}`);
          else await keepToken(tokens, entry, outcome, hide, context);
        }
        line.clear();
        if (state === 'failed') await tellFailure(outcome, hide, context);
        else if (state === 'done' && isListed) {
          const ids = Object.values(address ?? {}).join(' ');
          const name = shortName(hide(action.name));
          const shown = name.includes(ids) ? name : `${name} (${ids})`;
          await print(`${doneWords[action.action]} ${action.kind.name} ${shown}\n`);
        }
        advance();
      },
    });
  } finally {
    line.clear();
    release();
    tokens?.close();
    await applied.save().catch(async (error: unknown) => {
      await printer.warn(
        `cannot keep what was applied: ${(error as Error).message}; the next diff cannot tell whether secrets changed`,
      );
    });
  }
  if (forProgram) await showRecord(reportOf(outcomes, plan, hide), context);
  else await sumUp(outcomes, plan, context);
  if (shownTokens.length > 0) {
    await printer.notice('tokens of new API keys, which are not shown again:');
    await printer.data(`${shownTokens.join('\n')}\n`);
  }
  if (ending.signal.aborted && outcomes.some(({ state }) => state !== 'done'))
    throw interruptedError(
      `${outcomes.filter(({ state }) => state === 'done').length} of ${plan.actions.length} done; run it again for the rest`,
    );
  if (lost !== undefined) throw lost.error;
}

/** Keeps what cannot be read back, for the next comparison. */
function remember(applied: AppliedSecrets, { action, address = {} }: Outcome): void {
  const name = addressName(action.kind, address);
  if (action.action === 'replace') applied.forget(addressName(action.kind, action.present.address));
  if (action.action === 'delete') applied.forget(name);
  else applied.note(name, unreadableValues(action.kind, action.body));
}

/** Keeps a token that is shown once, or says how to get another one. */
async function keepToken(
  tokens: TokenFile,
  entry: Parameters<TokenFile['add']>[0],
  { action }: Outcome,
  hide: HideTexts,
  context: CommandContext,
): Promise<void> {
  try {
    tokens.add(entry);
  } catch (error) {
    const failure = describeFailure(error, 'tunnelctl apply');
    if (context.exitCode === exitCodes.ok) context.exitCode = failure.exitCode;
    const message = hide(
      `${labelOf(action)} was created (${entry.id}), and its token is lost: ${failure.message}`,
    );
    const hint = `tunnelctl api-keys rotate ${entry.id} makes a new one`;
    await printFailure({ ...failure, message, hint }, false, context.printer);
  }
}

async function tellFailure(
  { action, error }: Outcome,
  hide: HideTexts,
  context: CommandContext,
): Promise<void> {
  const failure = describeFailure(error, 'tunnelctl apply');
  if (context.exitCode === exitCodes.ok) context.exitCode = failure.exitCode;
  const message = hide(`${labelOf(action)}: ${failure.message}`);
  if (!isForProgram(context)) await printFailure({ ...failure, message }, false, context.printer);
}

/** What an action is about, with the line of the manifest that asks for it. */
function labelOf({ kind, name, place }: Action): string {
  const at = place === undefined ? '' : `${place()}: `;
  return `${at}${kind.name} ${shortName(name)}`;
}

async function sumUp(outcomes: readonly Outcome[], plan: Plan, { printer }: CommandContext): Promise<void> {
  if (plan.actions.length === 0)
    return printer.notice('nothing to do: the account is as the manifests have it');
  const count = (state: Outcome['state']) => outcomes.filter((outcome) => outcome.state === state).length;
  const done = Object.entries(doneWords).flatMap(([name, word]) => {
    const number = outcomes.filter(({ action, state }) => state === 'done' && action.action === name).length;
    return number === 0 ? [] : [`${number} ${word}`];
  });
  const [failed, rest] = [count('failed'), count('not tried')];
  const parts = [
    ...done,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(rest > 0 ? [`${rest} not tried`] : []),
  ];
  const again = failed + rest > 0 ? '; running it again does the rest' : '';
  await printer.notice(`${parts.join(', ')}${again}`);
}

/** What was done, for programs. No token is in it. */
function reportOf(outcomes: readonly Outcome[], plan: Plan, hide: HideTexts): Record<string, unknown> {
  const count = (name: string) =>
    outcomes.filter(({ action, state }) => state === 'done' && action.action === name).length;
  return {
    summary: {
      created: count('create'),
      updated: count('update'),
      replaced: count('replace'),
      deleted: count('delete'),
      failed: outcomes.filter(({ state }) => state === 'failed').length,
      not_tried: outcomes.filter(({ state }) => state === 'not tried').length,
      unchanged: plan.unchanged,
      unmanaged: plan.unmanaged.length,
    },
    results: outcomes.map(({ action, state, address, error }) => ({
      action: action.action,
      kind: action.kind.name,
      name: hide(action.name),
      address: address ?? ('present' in action ? action.present.address : null),
      state: state.replace(' ', '_'),
      error:
        error === undefined ? null : errorObject(hiddenIn(describeFailure(error, 'tunnelctl apply'), hide)),
    })),
  };
}

function hiddenIn<T extends { readonly message: string }>(failure: T, hide: HideTexts): T {
  return { ...failure, message: hide(failure.message) };
}
