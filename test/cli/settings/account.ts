import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type RecordedRequest, recordingService } from '../../client/recording-service.ts';
import { apiKey, errorBody } from '../../client/records.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** A token of the service's form; its secret part must turn up nowhere. */
export const secret = 'CanaryCanaryCanaryCanary';
export const token = `3MPaicF1n6Ws7fDQ3XbQA1wJEQ4_${secret}`;
export const keyId = 'ak_3MPaicF1n6Ws7fDQ3XbQA1wJEQ4';

/** A service that knows one key, and a user with settings of their own. */
export async function account(answer?: (request: RecordedRequest) => Answer | undefined) {
  const home = temporaryDirectory();
  const directory = join(home, 'tunnelctl');
  const { baseUrl, requests } = await recordingService((request) => {
    const own = answer?.(request);
    if (own !== undefined) return own;
    if (request.headers.authorization !== `Bearer ${token}`) {
      return { status: 401, body: errorBody('ERR_UNKNOWN_API_KEY', 401, 'no API key has this token') };
    }
    if (request.target.startsWith('/api_keys/')) return { body: apiKey(keyId) };
    return { body: { endpoints: [], keys: [], uri: `${baseUrl}${request.target}`, next_page_uri: null } };
  });
  const env = { XDG_CONFIG_HOME: home };
  return {
    baseUrl,
    requests,
    directory,
    env,
    settings: () => JSON.parse(readFileSync(join(directory, 'settings.json'), 'utf8')),
    keys: () => JSON.parse(readFileSync(join(directory, 'keys.json'), 'utf8')),
    mode: (name = '') => (statSync(join(directory, name)).mode & 0o777).toString(8),
    run: (argv: readonly string[], surroundings: Surroundings = {}) =>
      runCli(argv, { ...surroundings, env: { ...env, ...surroundings.env } }),
    logIn: (profile: string, ...more: string[]) =>
      runCli(['login', '--profile', profile, '--base-url', baseUrl, '--with-key', ...more], {
        stdin: `${token}\n`,
        env,
      }),
  };
}
