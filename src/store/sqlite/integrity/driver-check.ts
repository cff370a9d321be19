import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

/**
 * What the process of its own runs: the driver aborts the process that meets some kinds of damage. It holds a read
 * transaction from `held` on until its stdin ends, so that nothing that belongs to that moment is overwritten.
 */
const script = `
const [driver, location, pragma] = process.argv.slice(1);
const Database = require(driver);
const say = (value) => process.stdout.write(JSON.stringify(value) + '\\n');
try {
  const database = new Database(location);
  for (let tries = 0; ; tries++) {
    try {
      database.exec('BEGIN');
      database.prepare('SELECT count(*) FROM sqlite_schema').raw().get([]);
      break;
    } catch (error) {
      if (tries === 200 || (error.rawCode & 0xff) !== 5) throw error;
      if (database.inTransaction) database.exec('ROLLBACK');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 25);
    }
  }
  say({ held: true });
  say({ report: database.prepare(pragma).raw().all([]).map(([text]) => String(text)) });
} catch (error) {
  say({ error: String(error.message), code: error.rawCode ?? 0 });
}
process.stdin.on('end', () => process.exit(0)).resume();
`;

export type DriverOutcome =
  /** What it found, in words: nothing where all is well. That it cannot read the file at all is a finding, too. */
  | { readonly kind: 'run'; readonly problems: readonly string[] }
  /** For a reason that has nothing to do with the file. */
  | { readonly kind: 'not run'; readonly reason: string };

/** SQLite's own check of a file, in a process of its own. */
export interface DriverCheck {
  /** Resolves once it reads from one moment of the file, or cannot. */
  readonly held: Promise<void>;
  readonly outcome: Promise<DriverOutcome>;
  end(): void;
}

/** Signals of a process that its own code has ended. */
const faults: readonly (string | null)[] = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'];
/** https://www.sqlite.org/rescode.html: CORRUPT, NOTADB, FORMAT, and ERROR, which is what a damaged schema is. */
const damage = [11, 26, 24, 1];

/**
 * @param most how many problems to look for
 * @param isQuiet nobody has the file open, and there is no write-ahead log: no files are made beside it
 */
export function startDriverCheck(path: string, most: number, isQuiet: boolean): DriverCheck {
  const driver = createRequire(join(import.meta.dirname, 'driver')).resolve('libsql');
  const location = `${pathToFileURL(path).href}?${isQuiet ? 'immutable=1' : 'mode=ro'}`;
  const child = spawn(process.execPath, ['-e', script, driver, location, `PRAGMA integrity_check(${most})`], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // What the program was started with is not for this one: NODE_OPTIONS, say.
    env: { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot },
  });
  child.stdin.on('error', () => {});
  let hold = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const outcome = new Promise<DriverOutcome>((resolve) => {
    const end = (last: DriverOutcome) => {
      hold();
      resolve(last);
    };
    createInterface(child.stdout).on('line', (line) => {
      const said = JSON.parse(line) as Said;
      if ('held' in said) hold();
      else if ('report' in said)
        end({ kind: 'run', problems: said.report.filter((text) => text !== 'ok').map(inOneLine) });
      else if (damage.includes(said.code & 0xff)) end({ kind: 'run', problems: [said.error] });
      else end({ kind: 'not run', reason: said.error });
    });
    child.on('error', (error) => end({ kind: 'not run', reason: error.message }));
    child.on('close', (code, signal) => {
      const how = signal ?? `exit code ${code}`;
      if (faults.includes(signal))
        end({ kind: 'run', problems: [`the process that reads it ends with ${how}`] });
      else end({ kind: 'not run', reason: `its process ended with ${how}` });
    });
  });
  return {
    held,
    outcome,
    end: () => {
      child.kill();
    },
  };
}

type Said = { held: true } | { report: string[] } | { error: string; code: number };

function inOneLine(text: string): string {
  return text.replace(/^\*\*\* .* \*\*\*\s*/, '').replaceAll('\n', '; ');
}
