import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listOf } from '../../contract/index.ts';
import { type Operation, pathParameters } from '../../contract/schema/resource.ts';
import { cacheText, readCacheFile } from '../../files/cache-file.ts';
import { withLock } from '../../files/lock-file.ts';
import { writeWholeFile } from '../../files/write-file.ts';
import type { CommandContext } from '../context.ts';
import { findTarget } from '../settings/target.ts';
import { type Answer, answerDirectory, fileNameOf, questionAbout } from './answer-cache.ts';

// Abuse reports, edges and the like are listed by no operation: once its id has scrolled away, nobody finds a report
// again. So the ids that commands of this machine made or named are kept beside the answers of completion.

const mostKept = 100;
/** They are not worth more to whoever waits for a command. */
const longestWaitMs = 1_000;

/**
 * Keeps the ids in a request that went well which no operation lists, newest first. Never throws: they are of use, and
 * no more.
 * @param result what was answered
 */
export async function keepSeenIds(
  operation: Operation,
  parameters: Readonly<Record<string, unknown>>,
  result: unknown,
  context: CommandContext,
): Promise<void> {
  try {
    for (const [source, given, id] of idsIn(operation, parameters, result)) {
      const file = fileOf(source, given, context);
      if (file === undefined) return;
      if (readIds(file)[0] === id) continue;
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      await withLock(
        `${file}.lock`,
        context.streams.clock,
        async () => {
          const others = readIds(file).filter((other) => other !== id);
          await writeWholeFile(file, cacheText([id, ...others].slice(0, mostKept)), 0o600);
        },
        longestWaitMs,
      );
    }
  } catch {
    // A directory that cannot be written.
  }
}

/** The ids of a source that were kept, newest first. @param given values of the path's own members */
export function seenIds(source: string, given: readonly string[], context: CommandContext): Answer[] {
  const file = fileOf(source, given, context);
  return file === undefined ? [] : readIds(file).map((id) => [id, 'used before on this machine']);
}

type SeenId = readonly [source: string, given: readonly string[], id: string];

/** What a request names: the members of its path, and the record that it made. */
function idsIn(
  { path, status }: Operation,
  parameters: Readonly<Record<string, unknown>>,
  result: unknown,
): SeenId[] {
  const names = pathParameters({ path });
  const values = names.map((name) => String(parameters[name]));
  const named = names.map(
    (name, i): SeenId => [path.slice(1, path.indexOf(`/{${name}}`)), values.slice(0, i), values[i] ?? ''],
  );
  const { id } = (result ?? {}) as { id?: unknown };
  const made: SeenId[] = status === 201 && typeof id === 'string' ? [[path.slice(1), values, id]] : [];
  return [...named, ...made].filter(([source]) => listOf(source) === undefined);
}

function fileOf(source: string, given: readonly string[], context: CommandContext): string | undefined {
  let next = 0;
  const collection = source.replace(/\{\w+\}/g, () => given[next++] ?? '');
  const directory = answerDirectory(context.streams.env);
  const name = fileNameOf(questionAbout(collection, findTarget(context), context));
  return directory && join(dirname(directory), 'seen-ids', name);
}

function readIds(file: string): string[] {
  return (readCacheFile(file) as string[] | undefined) ?? [];
}
