import { sandboxRequest } from '../../../hosting/admin-api.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import type { Feed } from './feed.ts';
import { feedOptions, runFeed } from './run-feed.ts';

const requests: Feed = {
  name: 'requests',
  item: sandboxRequest,
  columns: ['time', 'status', 'duration_ms', 'method', 'path', 'operation', 'error_code'],
  sample: {
    time: '2026-11-21T08:00:00.000Z',
    status: 200,
    duration_ms: 1234.56,
    method: 'DELETE',
    path: `/ssh_user_certificates/sucrt_${'x'.repeat(27)}`,
    operation: 'ssh-user-certificates.delete',
    error_code: 'ERR_INVALID_FIELD',
  },
  needsService: true,
};

/** `tunnelctl sandbox requests`. */
export const command = defineCommand({
  description:
    'Show the requests that a running tunnelctl serve answered, oldest first: the last 1,000 since it was started. ' +
    'Nothing of their headers, queries and bodies is kept.\n\n' +
    'Asks the service that --base-url, a profile or the environment names, with the API key of an admin.',
  options: feedOptions(1_000),
  examples: [
    { command: 'tunnelctl sandbox requests --limit 20' },
    { summary: 'Watch a pipeline at work', command: 'tunnelctl sandbox requests --follow' },
    {
      summary: 'What failed, for a program',
      command: "tunnelctl sandbox requests -o jsonl | jq -c 'select(.status >= 400)'",
    },
  ],
  run: (choices, context) => runFeed(requests, choices, {}, context),
});
