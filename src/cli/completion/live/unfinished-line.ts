import { type CommandContext, createContext } from '../../context.ts';
import { createPrinter } from '../../printer.ts';
import type { Streams } from '../../streams.ts';

/** How long an answer may take, in milliseconds; then the last known one has to do. */
export const patienceMs = 1000;

/**
 * A command for the options on an unfinished command line that say which account it is about. Nothing else is parsed,
 * and the last of several counts, as when the command is run.
 * @param words after the program's name, the one at the cursor excluded
 */
export function contextOf(words: readonly string[], streams: Streams): CommandContext {
  const last = (name: string): string | undefined => {
    const given = words.flatMap((word, i) => {
      if (word === name) return words[i + 1] ?? [];
      return word.startsWith(`${name}=`) ? word.slice(name.length + 1) : [];
    });
    return given.at(-1);
  };
  return createContext(streams, createPrinter(streams), {
    profile: last('--profile'),
    baseUrl: last('--base-url'),
    apiKey: last('--api-key'),
    sandbox: words.includes('--sandbox'),
    data: last('--data'),
    caCert: last('--ca-cert'),
    timeout: patienceMs / 1000,
    retries: 0,
    quiet: true,
    usesPager: false,
    noInput: true,
    debug: false,
  });
}
