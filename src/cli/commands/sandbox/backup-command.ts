import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { isSystemError, systemProblem } from '../../errors/system-problem.ts';
import { filePath } from '../../input/named-file.ts';
import { interruptible } from '../../input/signals.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, toggle } from '../../parser/options.ts';
import { hinted } from '../../parser/value-types.ts';
import { countLines, dataFileOf } from './account-file.ts';
import { onlyFiles, requireDataFile } from './sandbox-target.ts';

/** `tunnelctl sandbox backup`. */
const backup = defineCommand({
  description:
    'Copy the data file and its key, as they are at one moment, also while a service has them open: into the file that ' +
    'is named, and the key beside it with .key. Copying the files by other means loses what is in the write-ahead log.\n\n' +
    'The copy is read back whole before it gets its name. To go back to it, stop the service and put both files in ' +
    'the place of the old ones, or serve the copy itself with --data.\n\n' +
    onlyFiles,
  arguments: { name: argument('<file>', 'data file to make, for its owner only', hinted({ path: 'file' })) },
  options: { force: toggle('--force', 'replace an earlier backup of the same account') },
  examples: [
    { command: 'tunnelctl sandbox backup backup.db --sandbox' },
    {
      summary: 'Every night, from a timer',
      command: 'tunnelctl sandbox backup "backup-$(date +%F).db" --sandbox --quiet',
    },
    {
      summary: 'Look at what is in it',
      command:
        'tunnelctl sandbox backup before-upgrade.db --sandbox\n' +
        'tunnelctl sandbox info --data before-upgrade.db',
    },
  ],
  async run({ name, force }, context) {
    const { streams, printer } = context;
    const found = requireDataFile(context, 'sandbox backup');
    const data = dataFileOf(found, { mustExist: true });
    const file = filePath(name, streams);
    const { backupPlace, backUpAccountFile } = await import('../../../hosting/backup.ts');
    const place = backupPlace(data, file);
    if (place === 'another') {
      throw fieldError(
        '<file>',
        `${name} is there already and is no backup of this account; name another file`,
      );
    }
    if (place === 'same account' && !force) {
      throw fieldError('<file>', `${name} is there already; name another file, or replace it with --force`);
    }
    const made = await interruptible(streams, () =>
      printer
        .waitFor(() => `copying ${data}`, backUpAccountFile(data, file))
        .catch((error) => {
          if (!isSystemError(error)) throw error;
          throw fieldError('<file>', `cannot make ${name}: ${systemProblem(error)}`);
        }),
    );
    const { settings: _, ...objects } = made.rows;
    const record = {
      data,
      file: made.file,
      key: made.key,
      account_id: made.accountId,
      bytes: made.bytes,
      objects,
    };
    await showDone(record, context, async () => {
      const counts = countLines(objects).join(', ');
      await printer.notice(sanitizeLine(`backed up ${made.accountId} to ${name} and ${name}.key: ${counts}`));
    });
  },
});

export const commands = { backup };
