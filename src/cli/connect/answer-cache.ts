import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { cacheText, readCacheFile } from '../../files/cache-file.ts';
import type { GlobalOptions } from '../settings/global-options.ts';
import type { Target } from '../settings/target.ts';
import type { Streams } from '../streams.ts';
import { serviceName } from './data-file.ts';

/** A value that can be typed, and what tells a person which one it is. */
export type Answer = readonly [value: string, description: string];

/** What an answer is the answer to. */
export interface Question {
  /** Where it was asked: a base URL, or the sandbox's file. */
  readonly service: string;
  readonly profile: string | undefined;
  /** As it was given; of a file or a variable the name is enough to tell accounts apart. */
  readonly apiKey: string | undefined;
  /** Path of the collection, its own members filled in: `event_subscriptions/esb_…/sources`. */
  readonly collection: string;
}

/** Answers from an earlier time. */
interface RememberedAnswers {
  readonly answers: readonly Answer[];
  readonly isFresh: boolean;
}

/** The same as they are kept. */
interface KeptAnswers {
  readonly freshUntil: number;
  readonly answers: readonly Answer[];
}

/** What a command's context says of whom it asks. */
interface Asking {
  readonly options: Pick<GlobalOptions, 'apiKey' | 'data'>;
  readonly streams: Pick<Streams, 'env' | 'cwd'>;
}

/** The question for a collection, as a command asks it. @param collection its path, its own members filled in */
export function questionAbout(collection: string, target: Target, { options, streams }: Asking): Question {
  return {
    service: serviceName(target, options, streams),
    profile: target.settings.profile?.value,
    apiKey: options.apiKey ?? streams.env.TUNNELCTL_API_KEY,
    collection,
  };
}

type Env = Readonly<Record<string, string | undefined>>;

const freshMs = 60_000;
/** After a failure nobody waits again for this long. */
const pauseMs = 5_000;
/** Answers are of no use any more after a day. */
const keptMs = 86_400_000;

/** Where answers are kept (XDG base directory specification); undefined where there is no home. */
export function answerDirectory({ XDG_CACHE_HOME: cache, HOME: home }: Env): string | undefined {
  if (cache && isAbsolute(cache)) return join(cache, 'tunnelctl', 'completion');
  return home ? join(home, '.cache', 'tunnelctl', 'completion') : undefined;
}

/** What is known from before; undefined when nothing is. Never throws. */
export function recallAnswers(question: Question, env: Env, now: number): RememberedAnswers | undefined {
  const file = fileOf(question, env);
  const kept = file && (readCacheFile(file) as KeptAnswers | undefined);
  if (!kept) return undefined;
  const { freshUntil, answers } = kept;
  // A time far ahead is a clock that was set back since.
  return { answers, isFresh: now < freshUntil && freshUntil <= now + freshMs };
}

/** Keeps answers for a minute. Never throws: without a place to keep them they are asked for again. */
export async function rememberAnswers(
  question: Question,
  answers: readonly Answer[],
  env: Env,
  now: number,
  hasFailed = false,
): Promise<void> {
  try {
    const file = fileOf(question, env);
    const directory = answerDirectory(env);
    if (file === undefined || directory === undefined) return;
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const kept: KeptAnswers = { freshUntil: now + (hasFailed ? pauseMs : freshMs), answers };
    // Loaded here: an answer that is known needs none of it.
    const { writeWholeFile } = await import('../../files/write-file.ts');
    await writeWholeFile(file, cacheText(kept), 0o600);
    for (const name of readdirSync(directory)) removeIfOld(join(directory, name), now);
  } catch {
    // A directory that cannot be written.
  }
}

/**
 * Drops everything that is known of a service. Not one collection alone: a stopped agent takes endpoints and tunnels
 * with it, an endpoint brings its domain.
 */
export function forgetAnswers(service: string, env: Env): void {
  try {
    const directory = answerDirectory(env);
    if (directory === undefined) return;
    const prefix = servicePrefix(service);
    for (const name of readdirSync(directory)) {
      if (name.startsWith(prefix)) rmSync(join(directory, name), { recursive: true, force: true });
    }
  } catch {
    // There is no such directory: nothing is known.
  }
}

function removeIfOld(file: string, now: number): void {
  if (now - statSync(file).mtimeMs > keptMs) rmSync(file, { recursive: true, force: true });
}

function fileOf(question: Question, env: Env): string | undefined {
  const directory = answerDirectory(env);
  return directory && join(directory, fileNameOf(question));
}

/** The name of a file about a question. It says nothing: neither whose account it is nor what it holds. */
export function fileNameOf({ service, profile, apiKey, collection }: Question): string {
  const key = apiKey === undefined ? null : digest(apiKey, 64);
  const name = digest(JSON.stringify([service, profile ?? null, key, collection]), 32);
  return `${servicePrefix(service)}${name}.json`;
}

function servicePrefix(service: string): string {
  return `${digest(service, 16)}-`;
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}
