import { parseBaseUrl } from '../../../client/base-url.ts';
import { checkApiKey } from '../../../client/request.ts';
import { ownEntry } from '../../../contract/schema/json-object.ts';
import type { CommandContext } from '../../context.ts';
import { fieldError, hasCode, usageError } from '../../errors/cli-error.ts';
import { canPrompt, openQuestions, type Questions } from '../../input/questions.ts';
import { variable } from '../../settings/origin.ts';
import { checkProfileName, sandboxProfile } from '../../settings/profile.ts';
import type { StoredSettings } from '../../settings/settings-file.ts';

/** What a login takes. */
export interface Answers {
  readonly profile: string;
  readonly baseUrl: string;
  readonly key: string;
}

/**
 * Finds out what a login takes: from the command line, the environment and what is stored, else by asking.
 * @param isKeyOnStdin whether all of stdin is the key
 */
export async function findAnswers(
  isKeyOnStdin: boolean,
  stored: StoredSettings,
  context: CommandContext,
): Promise<Answers> {
  const { options, streams } = context;
  const named = namedProfile(context);
  if (options.baseUrl !== undefined) parseBaseUrl(options.baseUrl);
  const key = await givenKey(isKeyOnStdin, context);
  const questions = canPrompt(context) ? await openQuestions(streams) : undefined;
  const used = stored.profile === sandboxProfile ? undefined : stored.profile;
  const profile =
    named ?? (await questions?.text('Profile', judgeProfile, used ?? 'default')) ?? used ?? 'default';
  const before = ownEntry(stored.profiles, profile)?.['base-url'];
  const exported = variable(streams.env, 'TUNNELCTL_BASE_URL')?.value;
  const baseUrl = options.baseUrl ?? (await findBaseUrl(before ?? exported, questions));
  if (named === undefined && questions === undefined) requireSamePlace(profile, before, baseUrl);
  return { profile, baseUrl, key: key ?? (await askForKey(questions)) };
}

function namedProfile({ options: { profile }, streams: { env } }: CommandContext): string | undefined {
  const exported = variable(env, 'TUNNELCTL_PROFILE')?.value;
  const named = profile ?? exported;
  if (named !== undefined) checkProfileName(named, profile === undefined ? 'TUNNELCTL_PROFILE' : '--profile');
  return named;
}

async function givenKey(
  isKeyOnStdin: boolean,
  { options: { apiKey }, text, secret }: CommandContext,
): Promise<string | undefined> {
  if (isKeyOnStdin && apiKey !== undefined) {
    throw fieldError('--with-key', 'and --api-key both give the key; give one');
  }
  if (!isKeyOnStdin && apiKey === undefined) return undefined;
  const given = isKeyOnStdin ? text('--with-key', '@-') : secret('--api-key', apiKey ?? '');
  return checkApiKey((await given).trim());
}

async function findBaseUrl(known: string | undefined, questions: Questions | undefined): Promise<string> {
  const baseUrl = questions ? await questions.text('Base URL of the API', judgeBaseUrl, known) : known;
  if (baseUrl === undefined) throw fieldError('--base-url', 'is required to log in without a terminal');
  parseBaseUrl(baseUrl);
  return baseUrl;
}

// A script that names no profile must not turn the one in use into another service.
function requireSamePlace(profile: string, before: string | undefined, baseUrl: string): void {
  if (before === undefined || parseBaseUrl(before).origin === parseBaseUrl(baseUrl).origin) return;
  throw fieldError('--profile', `is required: profile ${profile}, which is in use, belongs to ${before}`);
}

async function askForKey(questions: Questions | undefined): Promise<string> {
  if (questions === undefined) {
    throw usageError('no API key to log in with, and no terminal to ask for it', {
      hint: 'give it on stdin: tunnelctl login --with-key < key.txt',
    });
  }
  const judge = (key: string) => judged(() => checkApiKey(key.trim()));
  return (await questions.secret('API key (not shown)', judge)).trim();
}

const judgeProfile = (name: string) => judged(() => checkProfileName(name, 'profile'));
const judgeBaseUrl = (text: string) => judged(() => parseBaseUrl(text));

/** The problem that a check throws. */
function judged(check: () => unknown): string | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (hasCode(error, 'USAGE')) return error.message;
    throw error;
  }
}
