import { resources } from '../../contract/index.ts';
import { quote } from '../../contract/rules/rule.ts';
import type { BodyOf, ResultOf } from '../../contract/schema/resource.ts';
import type { Reader } from '../../store/store.ts';
import { param } from '../records/operation-context.ts';
import { refTo } from '../records/references.ts';
import { invalidField } from '../records/request-error.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { edgeCollections, moduleOf } from './edge-modules.ts';
import { ipPolicyCollection } from './ip-policies.ts';

type IpRestriction = ResultOf<typeof resources.edgeIpRestriction.operations.get>;

/** The IP restriction in the row of its TCP edge. */
const ipRestriction = moduleOf<IpRestriction>({
  resource: resources.edgeIpRestriction,
  collection: edgeCollections.tcp,
  member: 'ip_restriction',
  noun: 'TCP edge',
  id: (context) => param(context, 'id'),
});

/** contract/README.md "Edge modules". */
export const edgeIpRestrictionRules = defineRules(resources.edgeIpRestriction, {
  handlers: {
    ...ipRestriction.handlers,
    replace: (context) =>
      ipRestriction.replace(context, (transaction) => newIpRestriction(transaction, context.body)),
  },
});

/** @throws RequestError 400 for a policy that does not exist */
export async function newIpRestriction(
  reader: Reader,
  { enabled = true, ip_policy_ids }: BodyOf<typeof resources.edgeIpRestriction.operations.replace>,
): Promise<IpRestriction> {
  for (const [position, id] of ip_policy_ids.entries()) {
    if (await reader.get(ipPolicyCollection, id)) continue;
    throw invalidField(['ip_policy_ids', position], `${quote(id)} is not an IP policy of this account`);
  }
  return { enabled, ip_policies: [...new Set(ip_policy_ids)].map(refTo) };
}
