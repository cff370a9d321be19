import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start real programs; on two busy cores one of them may take seconds.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Pagers and shells in real terminals drop keys now and then on a busy machine; a broken test fails every time.
    retry: process.env.CI ? 4 : 0,
    // Nothing of the account of whoever runs the tests may reach them.
    env: { TUNNELCTL_BASE_URL: '', TUNNELCTL_API_KEY: '' },
    pool: 'forks',
    maxWorkers: 2,
  },
});
