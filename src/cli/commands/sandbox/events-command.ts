import type { Command } from 'commander';
import { eventTypes } from '../../../contract/events/event-types.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { sandboxEvent } from '../../../hosting/admin-api.ts';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { didYouMean } from '../../parser/did-you-mean.ts';
import type { Feed } from './feed.ts';
import { addFeedOptions, readFeedChoice } from './feed-options.ts';
import { runFeed } from './run-feed.ts';

const someId = 'x'.repeat(27);

const events: Feed = {
  name: 'events',
  item: sandboxEvent,
  columns: ['event_timestamp', 'event_type', 'object.id', 'principal.subject', 'destinations'],
  sample: {
    event_timestamp: '2026-11-21T08:00:00Z',
    event_type: 'ssh_user_certificate_created.v0',
    object: { id: `sucrt_${someId}` },
    principal: { subject: 'build server' },
    destinations: [{ id: `ed_${someId}`, uri: '' }],
  },
};

const mostEvents = 10_000;

/** `tunnelctl sandbox events`. */
export function define(command: Command, context: CommandContext): void {
  command
    .description(
      'Show what changed in the account of a sandbox, oldest first, and which event destinations hear of it: those ' +
        'whose event subscription has the type among its sources.\n\n' +
        'Asks the service that --base-url, a profile or the environment names; with --sandbox, --data or nothing set ' +
        'up it reads the data file. Each event is recorded together with its change; the last 10,000 are kept.',
    )
    .option(
      '--type <types>',
      'only events of these types, separated by commas; endpoint_* for all of a kind; may be repeated',
      (types: string, before: readonly string[] = []) => [...before, ...types.split(',')],
    );
  addFeedOptions(command);
  command.addHelpText('after', examples).action(async () => {
    const { type }: { type?: readonly string[] } = command.opts();
    const choice = readFeedChoice(command, mostEvents);
    const types = type?.map(readType).join(',');
    await runFeed(events, { ...choice, filter: { types } }, command, context);
  });
}

/** A type that nothing records would be waited for in vain. */
function readType(text: string): string {
  const isKnown = text.endsWith('*')
    ? eventTypes.some((type) => type.startsWith(text.slice(0, -1)))
    : eventTypes.includes(text);
  if (isKnown) return text;
  throw new UsageError(
    `--type ${quote(text)} is no event type that the sandbox records${didYouMean(text, eventTypes)}`,
    `event types: ${eventTypes.join(', ')}`,
  );
}

const examples = `
Examples:
  # What happened last
  tunnelctl sandbox events --limit 20

  # Every change of an endpoint from now on, for a program
  tunnelctl sandbox events --follow --type 'endpoint_*' -o jsonl`;
