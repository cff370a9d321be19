import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Outcome, runCli, type Surroundings } from '../../../harness/run-cli.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

/** A sandbox of its own, and a directory with manifests. */
export interface ManifestAccount {
  readonly directory: string;
  /** Runs a command against it, in the directory. */
  run(words: readonly string[], surroundings?: Surroundings): Promise<Outcome>;
  write(name: string, text: string): void;
  read(name: string): string;
  mode(name: string): string;
  /** Everything that a list holds. */
  list(...words: readonly string[]): Promise<Record<string, unknown>[]>;
}

/** @param seed what the account holds first: `demo`, or the text of a seed */
export async function manifestAccount(seed?: string): Promise<ManifestAccount> {
  const directory = temporaryDirectory();
  const at = (name: string) => join(directory, name);
  const run = (words: readonly string[], { env = {}, ...rest }: Surroundings = {}) =>
    runCli([...words, '--sandbox', '--data', at('sandbox.db')], {
      cwd: directory,
      env: { HOME: directory, ...env },
      ...rest,
    });
  const account: ManifestAccount = {
    directory,
    run,
    write: (name, text) => writeFileSync(at(name), text),
    read: (name) => readFileSync(at(name), 'utf8'),
    mode: (name) => (statSync(at(name)).mode & 0o777).toString(8),
    async list(...words) {
      const { stdout, stderr } = await run([...words, 'list', '-o', 'json']);
      if (stderr !== '') throw new Error(stderr);
      return JSON.parse(stdout);
    },
  };
  if (seed !== undefined) {
    const file = await seededFile(seed);
    for (const suffix of ['', '.key']) copyFileSync(file + suffix, at(`sandbox.db${suffix}`));
  }
  return account;
}

const seededDirectory = temporaryDirectory(afterAll);
const seeded = new Map<string, Promise<string>>();

/** A data file with a seed in it, made once for all tests of a file. */
function seededFile(seed: string): Promise<string> {
  const known = seeded.get(seed) ?? makeSeededFile(seed);
  seeded.set(seed, known);
  return known;
}

async function makeSeededFile(seed: string): Promise<string> {
  const file = join(seededDirectory, `${seeded.size}.db`);
  const words = ['sandbox', 'seed', seed === 'demo' ? seed : '-', '--data', file];
  const { exitCode, stderr } = await runCli(words, {
    env: { HOME: seededDirectory },
    stdin: seed === 'demo' ? '' : seed,
  });
  if (exitCode !== 0) throw new Error(stderr);
  return file;
}
