import { expect, test } from 'vitest';
import { eventKinds, eventTypes } from '../../../src/contract/events/event-types.ts';
import { checkEventType } from '../../../src/contract/rules/event-type.ts';

const sorted = (words: readonly string[]) => [...words].sort();

test('the known event types follow from what the operations do', () => {
  expect(sorted(eventTypes)).toEqual([
    'abuse_report_created.v0',
    'api_key_created.v0',
    'api_key_deleted.v0',
    'api_key_updated.v0',
    'application_user_deleted.v0',
    'edge_module_created.v0',
    'edge_module_deleted.v0',
    'edge_module_updated.v0',
    'endpoint_created.v0',
    'endpoint_deleted.v0',
    'endpoint_updated.v0',
    'event_destination_created.v0',
    'event_destination_deleted.v0',
    'event_destination_updated.v0',
    'event_subscription_updated.v0',
    'ip_policy_created.v0',
    'ip_policy_updated.v0',
    'kubernetes_operator_created.v0',
    'kubernetes_operator_deleted.v0',
    'kubernetes_operator_updated.v0',
    'reserved_domain_created.v0',
    'ssh_credential_created.v0',
    'ssh_credential_deleted.v0',
    'ssh_credential_updated.v0',
    'ssh_host_certificate_created.v0',
    'ssh_host_certificate_deleted.v0',
    'ssh_host_certificate_updated.v0',
    'ssh_user_certificate_created.v0',
    'ssh_user_certificate_deleted.v0',
    'ssh_user_certificate_updated.v0',
    'tunnel_session_started.v0',
    'tunnel_session_stopped.v0',
  ]);
  expect(new Set(eventTypes).size).toBe(eventTypes.length);
});

test('each of them is a type that an event source takes', () => {
  for (const type of eventTypes) expect([type, checkEventType(type)]).toEqual([type, undefined]);
});

test('an edge module shows whose it is, and the members of every module', () => {
  const { properties } = eventKinds.edge_module?.object ?? {};
  expect(sorted(Object.keys(properties ?? {}))).toEqual(['allow', 'deny', 'enabled', 'ip_policies', 'uri']);
});
