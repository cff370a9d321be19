import { type Answer, type Question, recallAnswers, rememberAnswers } from '../../connect/answer-cache.ts';
import { serviceName } from '../../connect/data-file.ts';
import { findTarget } from '../../settings/target.ts';
import type { Streams } from '../../streams.ts';
import type { Wanted } from './fetch-answers.ts';
import { contextOf, patienceMs } from './unfinished-line.ts';

/** What a script asks: `SOURCE VALUE [ARGUMENT…] -- [WORD…]`. */
interface Asked {
  /** `profiles`, or the path of a collection with its members in braces. */
  readonly source: string;
  /** What is typed of the value so far. */
  readonly value: string;
  /** The arguments of the command in front of it. */
  readonly given: readonly string[];
  /** All words in front of it, without the program's name. */
  readonly words: readonly string[];
}

/**
 * Answers a completion script: a line for each value that begins as typed, `value`, a tab, `description`. Silent and
 * empty whatever goes wrong, and after a second at the latest.
 * @param argv what follows `__complete`
 */
export async function complete(argv: readonly string[], streams: Streams): Promise<string> {
  try {
    const asked = readAsked(argv);
    const answers = await find(asked, streams);
    return answers
      .filter(([value]) => value.startsWith(asked.value) && isPlain(value) && !asked.given.includes(value))
      .map(([value, description]) => `${value}\t${description}\n`)
      .join('');
  } catch {
    return '';
  }
}

function readAsked(argv: readonly string[]): Asked {
  const [source = '', value = '', ...rest] = argv;
  const end = rest.indexOf('--');
  return { source, value: value === '-' ? '' : value, given: rest.slice(0, end), words: rest.slice(end + 1) };
}

/** What every shell takes as one word and nothing else. No id or type is anything else, unless a service is hostile. */
function isPlain(value: string): boolean {
  return /^[\w][\w.:@%+/=-]*$/.test(value);
}

async function find(asked: Asked, streams: Streams): Promise<readonly Answer[]> {
  if (asked.source === 'profiles') {
    const { listProfiles } = await import('./profiles.ts');
    return listProfiles(streams);
  }
  const context = contextOf(asked.words, streams);
  const { options } = context;
  const target = findTarget(context);
  const question: Question = {
    service: serviceName(target, options, streams),
    profile: target.settings.profile?.value,
    apiKey: options.apiKey ?? streams.env.TUNNELCTL_API_KEY,
    collection: fillIn(asked),
  };
  const known = recallAnswers(question, streams.env, streams.clock.now());
  if (known?.isFresh) return known.answers;
  const found = await fetchInTime(asked, streams);
  const answers = found ?? known?.answers ?? [];
  await rememberAnswers(question, answers, streams.env, streams.clock.now(), found === undefined);
  return answers;
}

// `{subscription_id}` is the first argument of the command, and so on.
function fillIn({ source, given }: Asked): string {
  let next = 0;
  return source.replace(/\{\w+\}/g, () => given[next++] ?? '');
}

async function fetchInTime(wanted: Wanted, streams: Streams): Promise<readonly Answer[] | undefined> {
  const patience = new AbortController();
  const tooLate = streams.clock.sleep(patienceMs, patience.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    const { fetchAnswers } = await import('./fetch-answers.ts');
    return await Promise.race([fetchAnswers(wanted, streams).catch(() => undefined), tooLate]);
  } finally {
    patience.abort();
  }
}
