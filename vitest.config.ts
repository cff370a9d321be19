import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { tableForVite } from './src/cli/terminal/bundle-table.mjs';
import { pageForVite } from './src/server/page/bundle.mjs';

/** What takes long by its nature (kills, attacks, each example of help): `npm run test:long`, which is `vitest run --mode long`. */
const long = 'test/**/*.long.test.ts';

export default defineConfig(({ mode }) => ({
  plugins: [pageForVite, tableForVite],
  test: {
    ...(mode === 'long'
      ? { include: [long] }
      : { include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, long] }),
    // Nothing here is meant to measure time: these only end what has stopped for good, on a busy machine too.
    testTimeout: mode === 'long' ? 600_000 : 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000, interval: 30 } },
    // Nothing of the account of whoever runs the tests may reach them.
    env: { TUNNELCTL_BASE_URL: '', TUNNELCTL_API_KEY: '' },
    pool: 'forks',
    // Tests wait for programs that they start: one worker would leave even a single core idle.
    maxWorkers: Math.max(2, availableParallelism()),
  },
}));
