import { parseBaseUrl } from '../../../client/base-url.ts';
import { InvalidRequestError } from '../../../client/invalid-request-error.ts';
import { checkApiKey } from '../../../client/request.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { canPrompt } from '../../input/can-prompt.ts';
import { openQuestions, type Questions } from '../../input/questions.ts';
import { createSecretSource } from '../../input/secret-source.ts';
import { createStdinReader } from '../../input/stdin-reader.ts';
import { createTextSource, type TextSource } from '../../input/text-source.ts';
import type { GlobalOptions } from '../../parser/global-options.ts';
import { ownEntry } from '../../settings/effective-settings.ts';
import { variable } from '../../settings/origin.ts';
import { checkProfileName, sandboxProfile } from '../../settings/profile.ts';
import type { StoredSettings } from '../../settings/settings-file.ts';

/** What `tunnelctl login` was asked for. */
export interface Login {
  readonly options: GlobalOptions;
  readonly keyFromStdin: boolean;
  readonly isVerified: boolean;
}

/** What a login takes. */
export interface Answers {
  readonly profile: string;
  readonly baseUrl: string;
  readonly key: string;
}

/** Finds out what a login takes: from the command line, the environment and what is stored, else by asking. */
export async function findAnswers(
  login: Login,
  stored: StoredSettings,
  { streams, printer }: CommandContext,
): Promise<Answers> {
  const { options } = login;
  const stdin = createStdinReader(streams);
  const source = createTextSource(streams, stdin);
  const named = namedProfile(options, streams.env);
  if (options.baseUrl !== undefined) parseBaseUrl(options.baseUrl);
  const key = await givenKey(login, source, createSecretSource(source, streams, printer));
  const questions = canPrompt(options, streams, stdin) ? await openQuestions(streams) : undefined;
  const used = stored.profile === sandboxProfile ? undefined : stored.profile;
  const profile =
    named ?? (await questions?.text('Profile', judgeProfile, used ?? 'default')) ?? used ?? 'default';
  const before = ownEntry(stored.profiles, profile)?.['base-url'];
  const exported = variable(streams.env, 'TUNNELCTL_BASE_URL')?.value;
  const baseUrl = options.baseUrl ?? (await findBaseUrl(before ?? exported, questions));
  if (named === undefined && questions === undefined) requireSamePlace(profile, before, baseUrl);
  return { profile, baseUrl, key: key ?? (await askForKey(questions)) };
}

function namedProfile({ profile }: GlobalOptions, env: Parameters<typeof variable>[0]): string | undefined {
  const exported = variable(env, 'TUNNELCTL_PROFILE')?.value;
  const named = profile ?? exported;
  if (named !== undefined) checkProfileName(named, profile === undefined ? 'TUNNELCTL_PROFILE' : '--profile');
  return named;
}

async function givenKey(
  { options, keyFromStdin }: Login,
  text: TextSource,
  secret: TextSource,
): Promise<string | undefined> {
  if (keyFromStdin && options.apiKey !== undefined) {
    throw new UsageError('--with-key and --api-key both give the key; give one');
  }
  if (!keyFromStdin && options.apiKey === undefined) return undefined;
  const given = keyFromStdin ? text('--with-key', '@-') : secret('--api-key', options.apiKey ?? '');
  return checkApiKey((await given).trim());
}

async function findBaseUrl(known: string | undefined, questions: Questions | undefined): Promise<string> {
  const baseUrl = questions ? await questions.text('Base URL of the API', judgeBaseUrl, known) : known;
  if (baseUrl === undefined) throw new UsageError('--base-url is required to log in without a terminal');
  parseBaseUrl(baseUrl);
  return baseUrl;
}

// A script that names no profile must not turn the one in use into another service.
function requireSamePlace(profile: string, before: string | undefined, baseUrl: string): void {
  if (before === undefined || parseBaseUrl(before).origin === parseBaseUrl(baseUrl).origin) return;
  throw new UsageError(`--profile is required: profile ${profile}, which is in use, is of ${before}`);
}

async function askForKey(questions: Questions | undefined): Promise<string> {
  if (questions === undefined) {
    throw new UsageError(
      'no API key to log in with, and no terminal to ask for it',
      'give it on stdin: tunnelctl login --with-key < key.txt',
    );
  }
  const judge = (key: string) => judged(() => checkApiKey(key.trim()));
  return (await questions.secret('API key (not shown)', judge)).trim();
}

function judgeProfile(name: string): string | undefined {
  return judged(() => checkProfileName(name, 'profile'));
}

function judgeBaseUrl(text: string): string | undefined {
  return judged(() => parseBaseUrl(text));
}

/** The problem that a check throws. */
function judged(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof UsageError || error instanceof InvalidRequestError) return error.message;
    throw error;
  }
}
