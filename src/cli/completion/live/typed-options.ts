import type { GlobalOptions } from '../../parser/global-options.ts';

/** How long an answer may take, in milliseconds; then the last known one has to do. */
export const patienceMs = 1000;

/**
 * The options on an unfinished command line that say which account it is about. Nothing else is parsed, and the last
 * of several counts, as when the command is run.
 * @param words after the program's name, the one at the cursor excluded
 */
export function readTypedOptions(words: readonly string[]): GlobalOptions {
  const last = (name: string): string | undefined => {
    const given = words.flatMap((word, i) => {
      if (word === name) return words[i + 1] ?? [];
      return word.startsWith(`${name}=`) ? word.slice(name.length + 1) : [];
    });
    return given.at(-1);
  };
  return {
    profile: last('--profile'),
    baseUrl: last('--base-url'),
    apiKey: last('--api-key'),
    sandbox: words.includes('--sandbox'),
    data: last('--data'),
    caCert: last('--ca-cert'),
    timeoutMs: patienceMs,
    retries: 0,
    output: undefined,
    quiet: true,
    usesPager: false,
    noInput: true,
    debug: false,
  };
}
