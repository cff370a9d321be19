import { resources } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import { formatTimestamp, parseTimestamp } from '../../contract/rules/time.ts';
import { putSubscription } from '../events/event-subscriptions.ts';
import { collectionOf } from '../records/collection.ts';
import { invalidField } from '../records/request-error.ts';
import { type AbuseReport, abuseReportCollection, newAbuseReport } from '../resources/abuse-reports.ts';
import { addEventDestination, eventDestinationCollection } from '../resources/event-destinations.ts';
import type {
  AbuseReportSeed,
  ApplicationUserSeed,
  EventDestinationSeed,
  EventSubscriptionSeed,
} from './event-schema.ts';
import { defineSeedKind } from './kind.ts';

export const eventDestinationKind = defineSeedKind<EventDestinationSeed>({
  member: 'event_destinations',
  prefix: 'ed',
  collection: eventDestinationCollection.name,
  add: (call, { start, item: { id: _id, created_at: _time, ...item } }) =>
    addEventDestination(call.transaction, call, start, item, (place) =>
      call.noteMissingSecret(start.id, place),
    ),
});

export const eventSubscriptionKind = defineSeedKind<EventSubscriptionSeed>({
  member: 'event_subscriptions',
  prefix: 'esb',
  collection: 'event_subscriptions',
  add({ transaction }, { start: { id }, item }) {
    const { description = '', sources = [], destination_ids: destinationIds = [] } = item;
    refuseRepeated('sources', sources);
    refuseRepeated('destination_ids', destinationIds);
    return putSubscription(transaction, { id, description, sources, destinationIds });
  },
});

function refuseRepeated(member: string, values: readonly string[]): void {
  const position = values.findIndex((value, i) => values.indexOf(value) < i);
  if (position >= 0) {
    throw invalidField([member, position], `${quote(values[position] ?? '')} is in the list already`);
  }
}

const applicationUserCollection = collectionOf(resources.applicationUsers);

export const applicationUserKind = defineSeedKind<ApplicationUserSeed>({
  member: 'application_users',
  prefix: 'usr',
  collection: applicationUserCollection.name,
  add({ transaction }, { start, item }) {
    const { provider_user_id = '', email = '', name = '' } = item;
    const time = (given = start.created_at) => formatTimestamp(parseTimestamp(given));
    const record = {
      ...start,
      identity_provider: item.identity_provider,
      provider_user_id,
      username: item.username,
      email,
      name,
      last_active: time(item.last_active),
      last_login: time(item.last_login),
    };
    return applicationUserCollection.insert(transaction, { record, hidden: {} });
  },
});

export const abuseReportKind = defineSeedKind<AbuseReportSeed>({
  member: 'abuse_reports',
  prefix: 'abrp',
  collection: abuseReportCollection.name,
  add({ transaction }, { start, item: { status = 'PENDING', hostnames = [], ...item } }) {
    const report = newAbuseReport(start, { urls: item.urls, metadata: item.metadata ?? '' });
    const statuses = new Map<string, AbuseReport['hostnames'][number]>();
    for (const [position, given] of hostnames.entries()) {
      if (!report.hostnames.some(({ hostname }) => hostname === given.hostname)) {
        const path = ['hostnames', position, 'hostname'];
        throw invalidField(path, `${quote(given.hostname)} is not a hostname of the urls`);
      }
      statuses.set(given.hostname, given);
    }
    const record = {
      ...report,
      status,
      hostnames: report.hostnames.map((pending) => statuses.get(pending.hostname) ?? pending),
    };
    return abuseReportCollection.insert(transaction, { record, hidden: {} });
  },
});
