import { Writable } from 'node:stream';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { type Answer, questionAbout, recallAnswers, rememberAnswers } from '../../connect/answer-cache.ts';
import { type CommandContext, createContext } from '../../context.ts';
import { createPrinter } from '../../printer.ts';
import type { GlobalOptions } from '../../settings/global-options.ts';
import { profileNames, sandboxProfile } from '../../settings/profile.ts';
import { readSettingsFile, settingsDirectory } from '../../settings/settings-file.ts';
import { findTarget } from '../../settings/target.ts';
import type { Streams } from '../../streams.ts';

/** How long an answer may take, in milliseconds; then the last known one has to do. */
const patienceMs = 1000;

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
  if (asked.source === 'profiles') return listProfiles(streams);
  const context = contextOf(asked.words, streams);
  const question = questionAbout(fillIn(asked), findTarget(context), context);
  const known = recallAnswers(question, streams.env, streams.clock.now());
  if (known?.isFresh) return known.answers;
  const found = await fetchInTime(asked, context);
  const answers = found ?? known?.answers ?? [];
  await rememberAnswers(question, answers, streams.env, streams.clock.now(), found === undefined);
  return answers;
}

// `{subscription_id}` is the first argument of the command, and so on.
function fillIn({ source, given }: Asked): string {
  let next = 0;
  return source.replace(/\{\w+\}/g, () => given[next++] ?? '');
}

/** The profiles of the settings file, each with where it is. */
function listProfiles(streams: Streams): Answer[] {
  const stored = readSettingsFile(settingsDirectory(streams));
  return profileNames(stored).map((name) => {
    const place =
      name === sandboxProfile ? 'the service in this process' : stored.profiles?.[name]?.['base-url'];
    return [name, sanitizeLine(place ?? '')];
  });
}

async function fetchInTime(
  { source, given }: Asked,
  context: CommandContext,
): Promise<readonly Answer[] | undefined> {
  const patience = new AbortController();
  const tooLate = context.streams.clock.sleep(patienceMs, patience.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    const { fetchAnswers } = await import('./fetch-answers.ts');
    const answers = fetchAnswers(source, given, patienceMs / 2, context);
    return await Promise.race([answers.catch(() => undefined), tooLate]);
  } finally {
    patience.abort();
  }
}

/**
 * A command for the options on an unfinished command line that say which account it is about. Nothing else is parsed,
 * and the last of several counts, as when the command is run.
 * @param words after the program's name, the one at the cursor excluded
 */
function contextOf(words: readonly string[], streams: Streams): CommandContext {
  const last = (name: string): string | undefined => {
    const given = words.flatMap((word, i) => {
      if (word === name) return words[i + 1] ?? [];
      return word.startsWith(`${name}=`) ? word.slice(name.length + 1) : [];
    });
    return given.at(-1);
  };
  const silent = silence(streams);
  const data = last('--data');
  const options: GlobalOptions = {
    profile: last('--profile'),
    baseUrl: last('--base-url'),
    apiKey: last('--api-key'),
    sandbox: words.includes('--sandbox'),
    data,
    caCert: last('--ca-cert'),
    timeout: patienceMs / 1000,
    retries: 0,
    quiet: true,
    usesPager: false,
    noInput: true,
    exactIds: true,
    debug: false,
  };
  const context = createContext(silent, createPrinter(silent), options);
  const { settings } = context;
  const isNamed = data === undefined && (settings.profile ?? settings.get('base-url')) !== undefined;
  if (!words.includes('sandbox') || isNamed) return context;
  // Its verbs act on the data file where nothing else is named.
  return createContext(silent, createPrinter(silent), { ...options, sandbox: true });
}

/** The same surroundings, but nobody hears warnings, and stdin belongs to the shell. */
function silence(streams: Streams): Streams {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  return Object.create(streams, {
    stderr: { value: nowhere },
    stdout: { value: nowhere },
    stdinIsTTY: { value: false },
    stderrIsTTY: { value: false },
  });
}
