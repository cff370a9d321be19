import { resources } from '../../../contract/index.ts';
import type { FromSchema } from '../../../contract/schema/schema.ts';
import type { EventSubscription } from '../../events/event-subscriptions.ts';
import { openSecrets, type SealedSecrets } from '../../records/sealed-secrets.ts';
import { type AbuseReport, abuseReportCollection } from '../../resources/abuse-reports.ts';
import { applicationUserCollection } from '../../resources/application-users.ts';
import { eventDestinationCollection } from '../../resources/event-destinations.ts';
import type {
  AbuseReportSeed,
  ApplicationUserSeed,
  EventDestinationSeed,
  EventSubscriptionSeed,
} from '../event-schema.ts';
import { createdAt, type ExportContext, type ExportList, omitEmpty, stored } from './export-context.ts';

type EventDestination = FromSchema<typeof resources.eventDestinations.record>;
const targetSchema = resources.eventDestinations.operations.create.body.properties.target;

export const eventDestinations: ExportList<EventDestinationSeed> = {
  collection: eventDestinationCollection.name,
  toItem(row, showing) {
    const { record, hidden } = stored<EventDestination, { secrets: SealedSecrets }>(row);
    const { id, description, metadata, target } = record;
    return {
      id,
      ...createdAt(record),
      ...omitEmpty({ description, metadata }),
      target: targetItem(target, hidden.secrets, showing),
    };
  },
};

/** The target without what it is not; its secrets as they were given, or as `<SECRET>`. */
function targetItem(target: object, sealed: SealedSecrets, { vault, withSecrets }: ExportContext) {
  const given = withoutNulls(target);
  const shown = withSecrets ? openSecrets(targetSchema, given, vault, ['target'], sealed) : given;
  return shown as EventDestinationSeed['target'];
}

function withoutNulls(value: object): object {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([name, member]) => [name, typeof member === 'object' ? withoutNulls(member) : member]),
  );
}

export const eventSubscriptions: ExportList<EventSubscriptionSeed> = {
  collection: 'event_subscriptions',
  toItem(row) {
    const { id, description, sources, destinationIds } = row as unknown as EventSubscription;
    return { id, ...omitEmpty({ description, sources: [...sources], destination_ids: [...destinationIds] }) };
  },
};

type ApplicationUser = FromSchema<typeof resources.applicationUsers.record>;

export const applicationUsers: ExportList<ApplicationUserSeed> = {
  collection: applicationUserCollection.name,
  toItem(row) {
    const { record } = stored<ApplicationUser, unknown>(row);
    const { id, identity_provider, provider_user_id, username, email, name, last_active, last_login } =
      record;
    return {
      id,
      ...createdAt(record),
      identity_provider,
      username,
      ...omitEmpty({ provider_user_id, email, name }),
      last_active,
      last_login,
    };
  },
};

export const abuseReports: ExportList<AbuseReportSeed> = {
  collection: abuseReportCollection.name,
  toItem(row) {
    const { record } = stored<AbuseReport, unknown>(row);
    const { id, urls, metadata, status, hostnames } = record;
    return { id, ...createdAt(record), urls, ...omitEmpty({ metadata }), status, hostnames };
  },
};
