import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { recordingForwarder } from '../../../harness/recording-forwarder.ts';
import { type Outcome, type RunningCli, type Surroundings, startCli } from '../../../harness/run-cli.ts';
import { servedDemo } from '../../../harness/served-demo.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

/** An editor that does what it is told, one step each time it is opened. */
export interface ScriptedEditor {
  /** What to start. */
  readonly command: string;
  /** What it was shown, each time it was opened. */
  seen(): string[];
}

/** @param steps lines of shell; `$1` is the file */
export function scriptedEditor(...steps: readonly string[]): ScriptedEditor {
  const directory = temporaryDirectory();
  const command = join(directory, 'editor');
  const cases = steps.map((step, i) => `${i})\n${step}\n;;`).join('\n');
  const count = `n=0; while [ -e '${directory}'/seen.$n ]; do n=$((n + 1)); done; cp "$1" '${directory}'/seen.$n`;
  writeFileSync(command, `#!/bin/sh\n${count}\ncase $n in\n${cases}\n*) exit 99;;\nesac\n`, { mode: 0o755 });
  const seen = (n: number) => join(directory, `seen.${n}`);
  return {
    command,
    seen() {
      const texts: string[] = [];
      for (let n = 0; existsSync(seen(n)); n++) texts.push(readFileSync(seen(n), 'utf8'));
      return texts;
    },
  };
}

/** The demo account, and what `edit` does with it. */
export interface EditedAccount {
  readonly env: Record<string, string>;
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** What was asked of the service so far but for reading. */
  changes(): { readonly method: string; readonly target: string; readonly body: unknown }[];
  /** What stands in the folder for temporary files and is not the test's own. */
  left(): string[];
  /** Runs `edit`, at a terminal unless told otherwise. @param line its words, separated by spaces */
  edit(line: string, editor: ScriptedEditor, surroundings?: Surroundings): Promise<Outcome>;
  start(line: string, editor: ScriptedEditor, surroundings?: Surroundings): RunningCli;
}

/** @param before told of each request, as `GET /endpoints`, before it is answered */
export async function openAccount(
  before?: (request: string) => Promise<void> | void,
): Promise<EditedAccount> {
  const served = await servedDemo(before);
  const forwarder = await recordingForwarder(served.env.TUNNELCTL_BASE_URL);
  onTestFinished(forwarder.close);
  const temporary = temporaryDirectory();
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const env = { ...served.env, TUNNELCTL_BASE_URL: forwarder.url, NO_COLOR: '1' };
  const start: EditedAccount['start'] = (line, { command }, surroundings = {}) =>
    startCli(['edit', ...line.split(' ')], {
      isTTY: true,
      ...surroundings,
      env: { ...env, VISUAL: `'${command}'`, ...surroundings.env },
    });
  return {
    env,
    call: served.call,
    changes: () => forwarder.requests.filter(({ method }) => method !== 'GET'),
    left: () => readdirSync(temporary).filter((name) => !name.startsWith('tunnelctl-test-')),
    edit: (line, editor, surroundings) => start(line, editor, surroundings).outcome,
    start,
  };
}
