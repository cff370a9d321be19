import { CodedError } from '../../contract/errors/coded-error.ts';
import { CliError, hasCode } from '../errors/cli-error.ts';
import { idMember } from '../output/formats.ts';
import { shownSecrets } from '../output/print-record.ts';
import { OutputClosedError } from '../printer.ts';
import { commandWords, resourceWords } from '../words/command-words.ts';
import type { ReadyRun } from './run.ts';

/**
 * What went wrong with printing what came of a change, with what nobody sees otherwise: that the change was made, and
 * which secret is lost with the output. A reader that went away is no error, unless a secret went with it.
 * @param results what was carried out and not printed
 */
export function afterChange(error: unknown, { run, plan }: ReadyRun, results: readonly unknown[]): unknown {
  const { entry } = run;
  const [first] = results;
  if (entry.operation.method === 'GET' || first === undefined || hasCode(error, 'INTERRUPTED')) return error;
  const [secret] = plan === undefined ? [] : shownSecrets(plan, first);
  const isClosed = error instanceof OutputClosedError;
  if (isClosed && secret === undefined) return error;
  const known = isClosed ? new CliError('OUTPUT_FAILED', 'nobody reads stdout any more') : asCoded(error);
  const name = idMember(plan?.schema ?? {}) ?? '';
  const ids = results.flatMap((result) => (result as Record<string, unknown>)[name] ?? []);
  const words = [...resourceWords(entry.resource), entry.verb].join(' ');
  known.message += `; ${words} was carried out${ids.length === 0 ? '' : ` (${ids.join(', ')})`}`;
  if (secret === undefined) return known;
  known.message += `, and the ${secret} is lost: nobody can see it any more`;
  const removal = `${commandWords({ ...entry, verb: 'delete' })} ${ids.join(' ')}`;
  return Object.assign(known, {
    hint: `take it back with ${removal}, and see where stdout goes`,
    next: [removal],
  });
}

function asCoded(error: unknown): CodedError {
  return error instanceof CodedError ? error : new CliError('FAILED', (error as Error).message);
}
