import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    const { exitCode, stderr } = await run(['sandbox', 'seed', seed === 'demo' ? seed : '-'], {
      stdin: seed === 'demo' ? '' : seed,
    });
    if (exitCode !== 0) throw new Error(stderr);
  }
  return account;
}
