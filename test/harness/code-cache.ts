import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { tunnelctl } from './built-program.ts';
import { temporaryDirectory } from './temporary-directory.ts';

/** Whether the code that V8 has compiled is kept by us: later versions of Node do it themselves. */
export const keepsOwnCode = Number.parseInt(process.versions.node, 10) < 22;

/** What a command with something to load says: the same with a cache, without one, and with whatever is in its place. */
const argv = ['config', 'path'];
const said = { exitCode: 0, stdout: '/nonexistent/.config/tunnelctl/settings.json', stderr: '' };

/** A folder of caches of its own. */
export function cacheFolder(home = temporaryDirectory()) {
  const directory = join(home, 'tunnelctl');
  const files = () => readdirSync(directory);
  const expectToRun = async () => {
    const { exitCode, stdout, stderr } = await tunnelctl(argv, { env: { XDG_CACHE_HOME: home } });
    expect({ exitCode, stdout, stderr }).toEqual(said);
  };
  return {
    directory,
    files,
    expectToRun,
    /** The one file that a command leaves in it. */
    async fill() {
      await expectToRun();
      const [name = '', ...more] = files();
      expect([name, more]).toEqual([expect.stringMatching(/^cli-.*\.bin$/), []]);
      return join(directory, name);
    },
  };
}
