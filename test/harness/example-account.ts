import { join } from 'node:path';
import Database from 'libsql';
import { type RecordingForwarder, recordingForwarder } from './recording-forwarder.ts';
import { runCli } from './run-cli.ts';
import { startServe } from './served-sandbox.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** The demo account, served by the built program, and somebody who is logged in to it. */
export interface ExampleAccount {
  /**
   * A home directory that knows the profiles default, which is in use, staging and work. The file that is served is
   * its default one, so that `--sandbox` and the service show the same account.
   */
  readonly home: string;
  readonly key: string;
  /** What the profiles call. */
  readonly forwarder: RecordingForwarder;
  /** Asks the service itself, so that nobody takes it for a request of an example. */
  call(method: string, path: string, body?: object): Promise<Record<string, unknown>>;
  /** Makes everything as it was at the start. Answers the ids of two faults that never happen. */
  restore(): Promise<string[]>;
  close(): Promise<void>;
}

/** Serves the demo account until it is closed. */
export async function openExampleAccount(): Promise<ExampleAccount> {
  const ends: (() => Promise<void>)[] = [];
  const atEnd = (end: () => Promise<void>) => void ends.unshift(end);
  const home = temporaryDirectory(atEnd);
  const env = { HOME: home };
  const served = await startServe(['--seed', 'demo', '--log-level', 'off'], env, atEnd);
  const key = served.api_key ?? '';
  const forwarder = await recordingForwarder(served.url);
  atEnd(forwarder.close);

  const run = async (argv: string[], stdin = '') => {
    const { exitCode, stderr } = await runCli(argv, { env, stdin });
    if (exitCode !== 0) throw new Error(`tunnelctl ${argv.join(' ')} ends with ${exitCode}: ${stderr}`);
  };
  for (const profile of ['staging', 'work', 'default']) {
    await run(['login', '--profile', profile, '--base-url', forwarder.url, '--with-key'], key);
  }
  await run(['config', 'set', 'output', 'table']);
  const original = join(temporaryDirectory(atEnd), 'account.yml');
  await run(['sandbox', 'export', original, '--with-secrets', '--sandbox']);

  const headers = {
    authorization: `Bearer ${key}`,
    'service-version': '2',
    'content-type': 'application/json',
  };
  const call: ExampleAccount['call'] = async (method, path, body) => {
    const given = body && { body: JSON.stringify(body) };
    const answer = await fetch(served.url + path, { method, headers, ...given });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };

  // It changes when somebody else has written to the file: https://www.sqlite.org/pragma.html#pragma_data_version
  const database = new Database(served.data, { readonly: true });
  atEnd(async () => void database.close());
  const dataVersion = () => (database.prepare('PRAGMA data_version').raw().get([]) as [number])[0];
  let unchanged = dataVersion();

  return {
    home,
    key,
    forwarder,
    call,
    async restore() {
      if (dataVersion() !== unchanged) {
        await run(['sandbox', 'reset', '--yes', '--sandbox']);
        await run(['sandbox', 'import', original, '--sandbox']);
        unchanged = dataVersion();
      }
      forwarder.forget();
      await call('DELETE', '/sandbox/v1/faults');
      const faults = ['path=/never,status=500', 'path=/never/either,status=500'];
      const answer = await call('POST', '/sandbox/v1/faults', { faults });
      return (answer.faults as { id: string }[]).map(({ id }) => id);
    },
    async close() {
      for (const end of ends) await end();
    },
  };
}
