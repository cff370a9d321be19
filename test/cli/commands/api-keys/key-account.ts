import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { type Outcome, runCli, type Surroundings } from '../../../harness/run-cli.ts';
import { servedDemo } from '../../../harness/served-demo.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

export const { ci } = demoIds.apiKeys;

/** The token of a key, without its secret part: enough to tell them apart in a message. */
const idOf = (token: string) => `ak_${token.slice(0, 27)}`;

/** The demo account behind a socket, and a home whose profile `work` holds its admin's key. */
export async function keyAccount(before?: (request: string) => Promise<void> | void) {
  const served = await servedDemo(before);
  const { TUNNELCTL_BASE_URL: url, TUNNELCTL_API_KEY: token } = served.env;
  const home = temporaryDirectory();
  const env = { HOME: home, PATH: process.env.PATH ?? '' };
  const outcomes: Outcome[] = [];
  const run = async (argv: readonly string[], surroundings: Surroundings = {}) => {
    const outcome = await runCli(argv, {
      cwd: home,
      ...surroundings,
      env: { ...env, ...surroundings.env },
      clock: served.clock,
    });
    outcomes.push(outcome);
    return outcome;
  };
  const logIn = (profile: string) =>
    run(['login', '--profile', profile, '--base-url', url, '--with-key'], { stdin: token });
  await logIn('work');
  served.requests.length = 0;
  const path = (name: string) => join(home, name);
  return {
    ...served,
    url,
    token,
    keyId: idOf(token),
    env,
    home,
    run,
    logIn,
    path,
    read: (name: string) => readFileSync(path(name), 'utf8'),
    mode: (name: string) => (statSync(path(name)).mode & 0o777).toString(8),
    write: (name: string, text: string) => writeFileSync(path(name), text),
    storedKeyId: (profile: string) =>
      idOf(JSON.parse(readFileSync(path('.config/tunnelctl/keys.json'), 'utf8'))[profile].key),
    /** The record of a key; its error where there is none. */
    key: (id: string) => served.call('GET', `/api_keys/${id}`),
    /** Everything that commands have printed so far. */
    said: () => outcomes.map(({ stdout, stderr }) => stdout + stderr).join(''),
  };
}

/** The id that a rotation made, by what it said. */
export function madeBy({ stderr }: Outcome): string {
  return /^made (ak_\w{27}),/m.exec(stderr)?.[1] ?? '';
}

/** The id of the token in a file. */
export function idIn(text: string): string {
  return idOf(text);
}
