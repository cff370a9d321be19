import { Option } from 'commander';
import { demoIds } from '../../../contract/examples/demo-ids.ts';
import { resources } from '../../../contract/index.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import { readWaitTime } from '../../commands/wait/wait-time.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { OperationPlugin } from './plugins.ts';

const { linux } = demoIds.tunnelSessions;
const { restart, update, get } = resources.tunnelSessions.operations;

const DEFAULT_WAIT = '60s';

/**
 * `restart --wait` and `update --restart`: a restarted agent comes back as another session
 * (contract/README.md "Agents"), which is looked for and shown.
 */
export const followAgent: OperationPlugin = {
  appliesTo: ({ operation }) => operation === (restart as Operation) || operation === (update as Operation),

  addOptions(command, { operation }) {
    const isUpdate = operation === (update as Operation);
    command
      .addOption(
        isUpdate
          ? new Option('--restart', 'when it has updated, restart the agent and show its new session')
          : new Option('--wait', 'wait until the agent is back, and show its new session'),
      )
      .addHelpText(
        'after',
        isUpdate
          ? `\n  # Update one agent, restart it and show its new session\n  tunnelctl tunnel-sessions update ${linux} --restart`
          : `\n  # Restart one agent and wait for its new session\n  tunnelctl tunnel-sessions restart ${linux} --wait -o id`,
      )
      .addOption(
        new Option(
          '--wait-timeout <duration>',
          `how long to wait for the agent to come back (default: ${DEFAULT_WAIT})`,
        ),
      );
  },

  read(command, entry) {
    const given: { restart?: true; wait?: true; waitTimeout?: string } = command.opts();
    const isUpdate = entry.operation === (update as Operation);
    if (!given.restart && !given.wait) {
      if (given.waitTimeout === undefined) return undefined;
      throw new UsageError(`--wait-timeout needs ${isUpdate ? '--restart' : '--wait'}`);
    }
    const timeoutMs = readWaitTime('--wait-timeout', given.waitTimeout ?? DEFAULT_WAIT);
    const claimed = new Set<string>();
    return {
      returns: get.returns,
      async perform(call) {
        const { restartAndFollow, updateAndRestart } = await import('./agent-restart.ts');
        return (isUpdate ? updateAndRestart : restartAndFollow)(call, { timeoutMs, claimed });
      },
    };
  },
};
