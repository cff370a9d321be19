import { demoIds } from '../../../contract/examples/demo-ids.ts';
import { type CatalogueEntry, catalogue } from '../../../contract/index.ts';
import { connect } from '../../connect/connection.ts';
import { describePlace } from '../../connect/place.ts';
import { interruptedError } from '../../errors/cli-error.ts';
import { takeKnownNames } from '../../id-lookup/known-names.ts';
import { confirm, requireConsent } from '../../input/questions.ts';
import { interruptible } from '../../input/signals.ts';
import { noticeDeletedKey } from '../../operation/plugins/guard-key-in-use.ts';
import { yesOption } from '../../operation/request-options.ts';
import { showDone } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, option, toggle } from '../../parser/options.ts';
import { hinted, knownProfile, text } from '../../parser/value-types.ts';
import { chooseReceiver } from './receivers.ts';
import { describeKey, readKey, rotateKey } from './rotate-key.ts';

const { ci } = demoIds.apiKeys;

const entry = catalogue.find(({ name }) => name === 'api-keys.get') as CatalogueEntry;

/** `tunnelctl api-keys rotate <id>`: a new key in the place of an old one. */
export const command = defineCommand({
  description:
    'Replace an API key by a new one of the same owner, description and metadata.\n\n' +
    'The new key is made and tried, its token is handed over, and only then the old key is deleted, by a request ' +
    'with the token as it arrived. Each step says what there is to do if the next one fails: the old key works ' +
    'until the end. The token goes to one place, and is shown nowhere: a file that only you can read, the stdin of ' +
    'a command (without a line break), or a profile; the profile in use where the key is its own.',
  arguments: { id: argument('<id>', 'id of the API key', hinted({ source: 'api_keys' })) },
  options: {
    toFile: option('--to-file <file>', 'write the token to this file, mode 0600', hinted({ path: 'file' })),
    toCommand: option('--to-command <command>', 'run this in a shell, with the token on its stdin', text),
    toProfile: option('--to-profile <name>', 'store the token as the key of this profile', knownProfile),
    keepOld: toggle('--keep-old', 'leave the old key, to be deleted once nothing uses it any more'),
    force: toggle('--force', 'with --to-file, replace a file that holds no API key'),
    yes: { ...yesOption, group: undefined },
  },
  examples: [
    {
      summary: 'Give a service another key, in the file that it reads',
      command: `tunnelctl api-keys rotate ${ci} --to-file key.txt --yes`,
    },
    {
      summary: 'Hand it to what keeps secrets, and delete the old key another day',
      command: `tunnelctl api-keys rotate ${ci} --to-command 'cat > secret' --keep-old`,
    },
  ],
  async run({ id, yes, keepOld, ...places }, context) {
    const { streams } = context;
    const receiver = chooseReceiver(id, places, context);
    const isAsked = !yes && !keepOld;
    if (isAsked) requireConsent(context);
    const connection = await connect(context);
    try {
      const old = await readKey(takeKnownNames(connection.client, entry, context), id);
      if (isAsked) {
        const lines = [`Rotate at ${describePlace(context)}:`, ...describeKey(old, receiver, context)];
        await confirm('Replace this key and delete it?', lines, context);
      }
      const progress = { state: 'nothing was changed' };
      const made = await interruptible(
        streams,
        (signal) => rotateKey({ connection, old, receiver, keepOld, signal, progress }, context),
        () => interruptedError(progress.state),
      );
      const record = { id: made.id, replaced_id: old.id, deleted: !keepOld, handed_to: receiver.name };
      await showDone(record, context, async () => {});
      if (!keepOld) await noticeDeletedKey(old.id, context);
    } finally {
      await connection.close();
    }
  },
});
