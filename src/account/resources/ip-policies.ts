import { defineSeedList, omitEmpty } from '../rules/seed-list.ts';
import { itemSchema, words } from '../rules/seed-members.ts';

interface StoredIpPolicy {
  readonly id: string;
  readonly description: string;
  readonly metadata: string;
}

export const ipPolicyCollection = 'ip_policies';

/** IP policies, which edges apply; no operation creates one. */
export const ipPolicyList = defineSeedList({
  member: 'ip_policies',
  prefix: 'ipp',
  collection: ipPolicyCollection,
  description: 'IP policies',
  item: itemSchema('ipp', words),
  insert: ({ transaction }, { head: { id }, item: { description = '', metadata = '' } }) =>
    transaction.put(ipPolicyCollection, id, { id, description, metadata }),
  toItem(row) {
    const { id, description, metadata } = row as object as StoredIpPolicy;
    return { id, ...omitEmpty({ description, metadata }) };
  },
});
