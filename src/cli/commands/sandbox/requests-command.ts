import type { Command } from 'commander';
import { sandboxRequest } from '../../../hosting/admin-api.ts';
import type { CommandContext } from '../../context.ts';
import type { Feed } from './feed.ts';
import { addFeedOptions, readFeedChoice } from './feed-options.ts';
import { runFeed } from './run-feed.ts';

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
};

const mostRequests = 1_000;

/** `tunnelctl sandbox requests`. */
export function define(command: Command, context: CommandContext): void {
  command.description(
    'Show the requests that a running tunnelctl serve answered, oldest first: the last 1,000 since it was started. ' +
      'Nothing of their headers, queries and bodies is kept.\n\n' +
      'Asks the service that --base-url, a profile or the environment names, with the API key of an admin.',
  );
  addFeedOptions(command);
  command.addHelpText('after', examples).action(async () => {
    const choice = readFeedChoice(command, mostRequests);
    await runFeed(requests, { ...choice, filter: {}, needsService: true }, command, context);
  });
}

const examples = `
Examples:
  tunnelctl sandbox requests --limit 20

  # Watch a pipeline at work
  tunnelctl sandbox requests --follow

  # What failed, for a program
  tunnelctl sandbox requests -o jsonl | jq -c 'select(.status >= 400)'`;
