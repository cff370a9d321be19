import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CompletionModel, readCommands } from './read-commands.ts';
import { scriptTables, type Table } from './script-tables.ts';
import { type Shell, scriptNames, shells } from './shells.ts';

/**
 * Every shell's script, as `completions/` holds it.
 * @param frames the directory of the scripts without their tables
 */
export async function writeScripts(frames: string): Promise<Record<Shell, string>> {
  const model = await readCommands();
  const script = (shell: Shell) =>
    writeScript(shell, readFileSync(join(frames, scriptNames[shell]), 'utf8'), model);
  return Object.fromEntries(shells.map((shell) => [shell, script(shell)])) as Record<Shell, string>;
}

const place = '# @tables\n';

/** A shell's script: what completes in that shell, with the tables of what there is to complete in their place. */
function writeScript(shell: Shell, frame: string, model: CompletionModel): string {
  const [before, after, ...more] = frame.split(place);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`the frame of ${scriptNames[shell]} does not hold the line ${place.trim()} once`);
  }
  const tables = Object.entries<Table>({ ...scriptTables(model) });
  return before + tables.map(([name, table]) => writers[shell](name, table)).join('\n') + after;
}

const writers: Record<Shell, (name: string, table: Table) => string> = {
  bash: posixTable,
  zsh: posixTable,
  fish: fishTable,
  powershell: powershellTable,
};

/** Keys by the text that they share. */
function byText(table: Table): [text: string, keys: string[]][] {
  const shared = new Map<string, string[]>();
  for (const [key, lines] of table) {
    const text = lines.join('\n');
    shared.set(text, [...(shared.get(text) ?? []), key]);
  }
  return [...shared];
}

/** A function that sets REPLY to the lines of a key, and fails where there is none. */
function posixTable(name: string, table: Table): string {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const cases = byText(table).map(
    ([text, keys]) => `  ${keys.map(quote).join(' | ')}) REPLY=${quote(text)} ;;\n`,
  );
  return `__tunnelctl_table_${name}() {\n  case $1 in\n${cases.join('')}  *) REPLY= && return 1 ;;\n  esac\n}\n`;
}

/** A function that prints the lines of a key. */
function fishTable(name: string, table: Table): string {
  const quote = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
  const cases = byText(table).map(
    ([text, keys]) =>
      `        case ${keys.map(quote).join(' ')}\n            printf '%s' ${quote(`${text}\n`)}\n`,
  );
  return `function __tunnelctl_table_${name}\n    switch "$argv[1]"\n${cases.join('')}    end\nend\n`;
}

/** A hash table of the lines by their keys; keys that share their text are named one by one. */
function powershellTable(name: string, table: Table): string {
  const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
  const entries = [...table].map(([key, lines]) => `    ${quote(key)} = ${quote(lines.join('\n'))}\n`);
  const variable = `$__tunnelctl${name[0]?.toUpperCase()}${name.slice(1)}`;
  return `${variable} = @{\n${entries.join('')}}\n`;
}
