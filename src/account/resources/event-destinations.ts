import { resources } from '../../contract/index.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import type { Transaction } from '../../store/store.ts';
import { subscriptionsWith } from '../events/event-subscriptions.ts';
import { collectionOf } from '../records/collection.ts';
import { crudHandlers, newRecordHead, type RecordHead } from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';
import { param, type Service } from '../records/operation-context.ts';
import { invalidField, RequestError } from '../records/request-error.ts';
import { maskSecrets, type SealedSecrets, sealSecrets } from '../records/sealed-secrets.ts';

interface Hidden {
  /** The target's secrets, sealed, by their paths in it. */
  readonly secrets: SealedSecrets;
}

const { create, update } = resources.eventDestinations.operations;
type Target = FromSchema<typeof resources.eventDestinations.record>['target'];
type GivenTarget = BodyOf<typeof create>['target'];

export const eventDestinationCollection = collectionOf<typeof resources.eventDestinations, Hidden>(
  resources.eventDestinations,
);

/** contract/README.md "Event destination". */
export const eventDestinationHandlers = defineHandlers(resources.eventDestinations, {
  ...crudHandlers(eventDestinationCollection),
  create: (context) =>
    context.store.write(async (transaction) => {
      const start = await newRecordHead(transaction, context, resources.eventDestinations);
      return addEventDestination(transaction, context, start, context.body);
    }),
  update: (context) =>
    context.store.write(async (transaction) => {
      const row = await eventDestinationCollection.get(transaction, param(context, 'id'), context.now());
      if (Object.keys(context.body).length === 0) return row.record;
      const { target, format: _json, ...words } = context.body;
      let { record, hidden } = row;
      record = { ...record, ...words };
      if (target) {
        checkKind(record.target, target);
        const schema = update.body.properties.target;
        hidden = {
          secrets: sealSecrets(schema, target, context.vault, ['target'], { sealed: hidden.secrets }),
        };
        record = { ...record, target: wholeTarget(target) };
      }
      await eventDestinationCollection.replace(transaction, { record, hidden });
      return record;
    }),
  delete: (context) =>
    context.store.write(async (transaction) => {
      const { record } = await eventDestinationCollection.get(
        transaction,
        param(context, 'id'),
        context.now(),
      );
      const users = await subscriptionsWith(transaction, record.id);
      if (users.length > 0) {
        throw new RequestError('ERR_DESTINATION_IN_USE', `${record.id} is used by ${users.join(', ')}`);
      }
      await eventDestinationCollection.remove(transaction, record);
      return undefined;
    }),
});

/**
 * Stores a new event destination, its secrets sealed, and answers with its record.
 * @param onMissing told of secrets that are given as `<SECRET>`; such a target is refused where it is absent
 */
export async function addEventDestination(
  transaction: Transaction,
  { vault }: Pick<Service, 'vault'>,
  start: RecordHead,
  { description = '', metadata = '', target }: BodyOf<typeof create>,
  onMissing?: (place: string) => void,
) {
  const kept = onMissing && { onMissing };
  const secrets = sealSecrets(create.body.properties.target, target, vault, ['target'], kept);
  const record = {
    ...start,
    description,
    metadata,
    format: 'json' as const,
    target: wholeTarget(target),
  };
  await eventDestinationCollection.insert(transaction, { record, hidden: { secrets } });
  return record;
}

/** The target as records show it: secrets masked, all members there, those that are not meant null. */
export function wholeTarget(given: GivenTarget): Target {
  const masked = maskSecrets(create.body.properties.target, given);
  const target: Record<string, unknown> = {
    stream_target: null,
    delivery_target: null,
    log_target: null,
    metrics_target: null,
    cloud_logs_target: null,
  };
  for (const [kind, members] of Object.entries(masked as Record<string, { auth?: object }>)) {
    target[kind] = members.auth
      ? { ...members, auth: { role: null, creds: null, ...members.auth } }
      : members;
  }
  return target as Target;
}

function checkKind(current: Target, given: GivenTarget): void {
  const [kind = ''] = Object.keys(given);
  const currentKind = Object.entries(current).find(([, members]) => members !== null)?.[0];
  if (kind !== currentKind)
    throw invalidField(['target', kind], `cannot replace ${currentKind}; the kind stays`);
}
