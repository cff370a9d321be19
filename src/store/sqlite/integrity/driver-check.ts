import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/**
 * What the process of its own runs: the driver aborts the process that meets some kinds of damage. It holds a read
 * transaction from the word "held" on until its stdin ends, so that nothing that belongs to that moment is overwritten.
 */
const script = `
const [driver, location, pragma] = process.argv.slice(1);
const Database = require(driver);
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
const database = new Database(location);
for (let tries = 0; ; tries++) {
  try {
    database.exec('BEGIN');
    database.prepare('SELECT count(*) FROM sqlite_schema').raw().get([]);
    break;
  } catch (error) {
    if (tries === 200 || error.rawCode !== 5) throw error;
    if (database.inTransaction) database.exec('ROLLBACK');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
  }
}
say('held');
say(database.prepare(pragma).raw().all([]).map(([text]) => String(text)));
process.stdin.on('end', () => process.exit(0)).resume();
`;

/** SQLite's own check of a file, in a process of its own. */
export interface DriverCheck {
  /** Resolves once it reads from one moment of the file; what it says instead where it cannot. */
  readonly held: Promise<string | undefined>;
  /** What it found, in words; nothing where all is well. */
  readonly problems: Promise<string[]>;
  end(): void;
}

/**
 * @param pragma `quick_check` looks at every page; `integrity_check` compares indexes with their tables, too
 * @param isQuiet nobody has the file open, and there is no write-ahead log: no files are made beside it
 */
export function startDriverCheck(
  path: string,
  pragma: 'quick_check(1)' | 'integrity_check(100)',
  isQuiet: boolean,
): DriverCheck {
  const driver = createRequire(join(import.meta.dirname, 'driver')).resolve('libsql');
  const location = `${pathToFileURL(path).href}?${isQuiet ? 'immutable=1' : 'mode=ro'}`;
  const child = spawn(process.execPath, ['-e', script, driver, location, `PRAGMA ${pragma}`], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // What the program was started with is not for this one: NODE_OPTIONS, say.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot },
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < 2000) errors += chunk.toString('latin1');
  });
  child.stdin.on('error', () => {});
  const answers: unknown[] = [];
  const waiting: (() => void)[] = [];
  let reason: string | undefined;
  const tell = () => {
    for (const resolve of waiting.splice(0)) resolve();
  };
  createInterface(child.stdout).on('line', (line) => {
    answers.push(JSON.parse(line));
    tell();
  });
  const ended = (why: string) => {
    reason ??= why;
    tell();
  };
  child.on('error', (error) => ended(error.message));
  child.on('close', (code, signal) => ended(failureOf(code, signal, errors)));
  const answer = async (place: number): Promise<unknown> => {
    while (answers.length <= place && reason === undefined) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return answers[place];
  };
  return {
    held: answer(0).then((said) => (said === undefined ? (reason ?? '') : undefined)),
    problems: answer(1).then((said) =>
      said === undefined ? [reason ?? ''] : (said as string[]).filter((text) => text !== 'ok').map(inOneLine),
    ),
    end: () => {
      child.stdin.end();
      child.kill();
    },
  };
}

function inOneLine(text: string): string {
  return text.replace(/^\*\*\* .* \*\*\*\s*/, '').replaceAll('\n', '; ');
}

function failureOf(code: number | null, signal: string | null, errors: string): string {
  const [, message] = /Error: (.*)/.exec(errors) ?? [];
  if (message !== undefined) return `SQLite cannot read it: ${message}`;
  return `SQLite ends the process that reads it (${signal ?? `exit code ${code}`})`;
}
