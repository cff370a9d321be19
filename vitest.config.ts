import { defineConfig } from 'vitest/config';
import { pageForVite } from './src/server/page/bundle.mjs';

export default defineConfig({
  plugins: [pageForVite],
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start real programs; on two busy cores one of them may take seconds.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Nothing of the account of whoever runs the tests may reach them.
    env: { TUNNELCTL_BASE_URL: '', TUNNELCTL_API_KEY: '' },
    pool: 'forks',
    maxWorkers: 2,
  },
});
