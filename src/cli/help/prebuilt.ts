import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBounded } from '../../files/read-file.ts';
import { longest } from '../input/longest.ts';
import { hasColour } from '../terminal/colour.ts';
import type { CommandDocument } from './document.ts';
import { renderHelp, renderTopic } from './render.ts';

/** All help, as the build leaves it beside the program. */
export interface PrebuiltHelp {
  /** By their words: `tunnelctl endpoints create`. */
  readonly commands: Readonly<Record<string, CommandDocument>>;
  readonly topics: Readonly<Record<string, string>>;
}

/** What help that is shown without the program looks at. */
export interface HelpSurroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly isTTY: boolean;
  readonly columns: number;
}

/**
 * The help that a command line asks for, without the program being loaded: it takes a tenth of a second to start on a
 * small machine, and help needs nothing of it. Undefined for whatever is not plainly one command's help or a topic:
 * synonyms, misspelled words, other options, colours that settings decide. The program answers those, by the same
 * `renderHelp`.
 * @param file with a PrebuiltHelp, in ASCII
 */
export function plainHelp(
  argv: readonly string[],
  surroundings: HelpSurroundings,
  file = join(import.meta.dirname, 'help.json'),
): string | undefined {
  const words = wordsAsked(argv);
  if (words === undefined || mayBeDecidedBySettings(surroundings)) return undefined;
  const { columns, env, isTTY } = surroundings;
  const page = { width: columns, hasColour: hasColour(env, isTTY) };
  const { commands, topics }: PrebuiltHelp = JSON.parse(readFileSync(file, 'latin1'));
  const [topic = '', ...more] = words;
  const isTopic = argv[0] === 'help' && more.length === 0 && Object.hasOwn(topics, topic);
  if (isTopic) return renderTopic(topics[topic] as string, page);
  const command = ['tunnelctl', ...words].join(' ');
  const program = commands.tunnelctl;
  if (program === undefined || !Object.hasOwn(commands, command)) return undefined;
  return renderHelp(commands[command] as CommandDocument, program, page);
}

/** The words whose help is asked for by nothing but words: none for the program itself. */
function wordsAsked(argv: readonly string[]): readonly string[] | undefined {
  const isAsked = ['--help', '-h'].includes(argv.at(-1) ?? '--help');
  const words = argv[0] === 'help' ? argv.slice(1) : isAsked ? argv.slice(0, -1) : undefined;
  return words?.every((word) => /^[a-z][a-z-]*$/.test(word)) ? words : undefined;
}

/** Whether the settings have a say in colours: they are the program's to read. */
function mayBeDecidedBySettings({ env }: HelpSurroundings): boolean {
  const home = env.HOME ?? env.USERPROFILE;
  const directories = [
    env.TUNNELCTL_CONFIG_DIR,
    env.XDG_CONFIG_HOME && join(env.XDG_CONFIG_HOME, 'tunnelctl'),
    env.APPDATA && join(env.APPDATA, 'tunnelctl'),
    home && join(home, '.config', 'tunnelctl'),
  ];
  return (
    env.TUNNELCTL_COLOR !== undefined || directories.some((directory) => directory && namesColour(directory))
  );
}

function namesColour(directory: string): boolean {
  try {
    return readBounded(join(directory, 'settings.json'), longest.ownFile).includes('"color"');
  } catch {
    return false;
  }
}
