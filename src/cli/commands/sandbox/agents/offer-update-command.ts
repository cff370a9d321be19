import { type Command, Option } from 'commander';
import { quote } from '../../../../contract/rules/rule.ts';
import type { CommandContext } from '../../../context.ts';
import { UsageError } from '../../../errors/usage-error.ts';
import { sanitizeLine } from '../../../output/sanitize.ts';
import { showDone } from '../../../output/show.ts';
import { readGlobalOptions } from '../../../parser/global-options.ts';
import { withAccountFile } from '../account-file.ts';
import { tellingAgentErrors } from './agents-errors.ts';

/** `tunnelctl sandbox agents offer-update`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Let there be another version for a simulated agent: tunnel-sessions update then makes it update, if the version ' +
        'is newer and of the same major version.',
    )
    .argument('<session-id>', 'id of its tunnel session, ts_…')
    .argument('<version>', 'version that it can get, such as 3.10.0')
    .addOption(
      new Option('--refuse-updates', 'its configuration forbids it to look; without this it allows it'),
    )
    .addHelpText('after', examples)
    .action(async (id: string, version: string) => {
      if (!/^\d+(\.\d+){1,3}([-+][\w.+-]+)?$/.test(version)) {
        throw new UsageError(`<version> ${quote(version)} is not a version; write one such as 3.10.0`);
      }
      const options = readGlobalOptions(command);
      const { refuseUpdates }: { refuseUpdates?: true } = command.opts();
      const agent = await withAccountFile(options, context.streams, true, ({ account }) =>
        tellingAgentErrors(() => account.agents.offerUpdate(id, version, refuseUpdates === true)),
      );
      const what = refuseUpdates ? `${version}, which it refuses` : version;
      await showDone({ ...agent }, options, context, () =>
        context.printer.notice(
          `offered: ${sanitizeLine(id)} runs ${sanitizeLine(agent.agent_version)} and can get ${what}`,
        ),
      );
    });
}

const examples = `
Examples:
  tunnelctl sandbox agents offer-update ts_3KvEN5WQfoQCEJCIj7GTbbOGmhj 3.21.0
  tunnelctl --sandbox tunnel-sessions update ts_3KvEN5WQfoQCEJCIj7GTbbOGmhj --restart`;
