import { demoIds } from '../../../contract/examples/demo-ids.ts';
import { resources } from '../../../contract/index.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { option, toggle } from '../../parser/options.ts';
import { waitTime } from '../../parser/value-types.ts';
import type { OperationPlugin } from './plugin.ts';

const { linux } = demoIds.tunnelSessions;
const { restart, update, get } = resources.tunnelSessions.operations;

const DEFAULT_WAIT_MS = 60_000;

const isUpdate = (operation: Operation) => operation === (update as Operation);

/**
 * `restart --wait` and `update --restart`: a restarted agent comes back as another session (contract/README.md
 * "Agents"), which is looked for and shown.
 */
export const followAgent: OperationPlugin = {
  appliesTo: ({ operation }) => operation === (restart as Operation) || isUpdate(operation),

  options: ({ operation }) => ({
    followAgent: isUpdate(operation)
      ? toggle('--restart', 'when it has updated, restart the agent and show its new session')
      : toggle('--wait', 'wait until the agent is back, and show its new session'),
    waitTimeout: option(
      '--wait-timeout <duration>',
      'how long to wait for the agent to come back',
      waitTime,
      { fallback: '60s' },
    ),
  }),

  examples: ({ operation }) => [
    isUpdate(operation)
      ? {
          summary: 'Update one agent, restart it and show its new session',
          command: `tunnelctl tunnel-sessions update ${linux} --restart`,
        }
      : {
          summary: 'Restart one agent and wait for its new session',
          command: `tunnelctl tunnel-sessions restart ${linux} --wait -o id`,
        },
  ],

  apply({ followAgent, waitTimeout }, { operation }) {
    if (!followAgent) {
      if (waitTimeout === undefined) return undefined;
      throw fieldError('--wait-timeout', `needs ${isUpdate(operation) ? '--restart' : '--wait'}`);
    }
    const timeoutMs = typeof waitTimeout === 'number' ? waitTimeout : DEFAULT_WAIT_MS;
    const claimed = new Set<string>();
    return {
      returns: get.returns,
      async around(request, next) {
        const { restartAndFollow, updateAndRestart } = await import('./agent-restart.ts');
        const follow = isUpdate(operation) ? updateAndRestart : restartAndFollow;
        return follow({ request, send: next }, { timeoutMs, claimed });
      },
    };
  },
};
