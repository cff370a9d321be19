import { resources } from '../../contract/index.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import { subscriptionsWith } from '../events/event-subscriptions.ts';
import { collectionOf } from '../records/collection.ts';
import { invalidField, RequestError } from '../records/request-error.ts';
import { changedRow, type HiddenSecrets } from '../rules/new-record.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { deleteHandler, updateHandler } from '../rules/standard-handlers.ts';

export const eventDestinationCollection = collectionOf<typeof resources.eventDestinations, HiddenSecrets>(
  resources.eventDestinations,
);

type Update = BodyOf<typeof resources.eventDestinations.operations.update>;

/** contract/README.md "Event destination". */
export const eventDestinationRules = defineRules(resources.eventDestinations, {
  collection: eventDestinationCollection,
  handlers: {
    update: updateHandler(eventDestinationCollection, (context, row, body: Update) => {
      checkKind(row.record.target, body.target);
      return changedRow(resources.eventDestinations, context, row, body);
    }),
    delete: deleteHandler(eventDestinationCollection, async (transaction, { record: { id } }) => {
      const users = await subscriptionsWith(transaction, id);
      if (users.length > 0)
        throw new RequestError('ERR_DESTINATION_IN_USE', `${id} is used by ${users.join(', ')}`);
    }),
  },
});

function checkKind(current: object, given: Update['target']): void {
  if (!given) return;
  const [kind = ''] = Object.keys(given);
  const currentKind = Object.entries(current).find(([, members]) => members !== null)?.[0];
  if (kind !== currentKind)
    throw invalidField(['target', kind], `cannot replace ${currentKind}; the kind stays`);
}
