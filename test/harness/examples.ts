import { runCli } from './run-cli.ts';

/** An example as help shows it. */
export interface Example {
  /** The words of the command or topic whose help it stands in: `edges tcp ip-restriction replace`. */
  readonly command: string;
  /** Its place among the examples of the command, from 0. */
  readonly index: number;
  /** What it achieves; its first line where help does not say. */
  readonly summary: string;
  /** What is pasted into a shell: one line or several. */
  readonly script: string;
}

/** Every example that help shows, whatever command or topic it belongs to. */
export async function allExamples(): Promise<Example[]> {
  const commands = await commandsBelow('');
  return (await Promise.all(commands.map(examplesOf))).flat();
}

/** The examples of a command or a help topic, in the order of its help. */
export async function examplesOf(command: string): Promise<Example[]> {
  const [, text = ''] = (await help(command)).split('\nExamples:\n');
  const [section = ''] = text.split(/\n\n(?=\S)/);
  const blocks = section.trimEnd().split('\n\n');
  return blocks.filter(Boolean).map((block, index) => {
    const lines = block.split('\n').map((line) => line.slice(2));
    const script = lines.filter((line) => !line.startsWith('# ')).join('\n');
    const [first = ''] = lines;
    return { command, index, script, summary: first.replace(/^# /, '') };
  });
}

/** The words of every command, group and topic that help lists below these words, and they themselves. */
async function commandsBelow(words: string): Promise<string[]> {
  const text = await help(words);
  const lists = [...text.matchAll(/^(?:Resources|Other commands|Verbs|Help topics):\n((?: {2}\S.*\n)+)/gm)];
  if (lists.length === 0) return [words];
  const rows = lists.flatMap(([, rows = '']) => rows.trimEnd().split('\n'));
  const below = rows.map((row) => {
    // What it takes and what it does stand behind its words; a topic stands behind the word help.
    const [term = ''] = row.trim().split(/ {2,}| (?=[[<-])/);
    return [words, term.replace(/^help ?/, '')].filter(Boolean).join(' ');
  });
  const deeper = below.filter((more) => more !== words).map(commandsBelow);
  // A group may have examples of its own; those of the program set it up.
  return [...(words === '' ? [] : [words]), ...(await Promise.all(deeper)).flat()];
}

async function help(words: string): Promise<string> {
  const argv = ['help', ...words.split(' ').filter(Boolean)];
  const { exitCode, stdout, stderr } = await runCli(argv, { columns: 1000 });
  if (exitCode !== 0) throw new Error(`tunnelctl ${argv.join(' ')}: ${stderr}`);
  return stdout;
}
