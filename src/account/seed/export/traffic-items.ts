import type { resources } from '../../../contract/index.ts';
import type { FromSchema } from '../../../contract/schema/schema.ts';
import { type Endpoint, endpointCollection } from '../../resources/endpoints.ts';
import { operatorCollection } from '../../resources/kubernetes-operators.ts';
import type { ReservedAddress } from '../../resources/reserved-addresses.ts';
import type {
  EndpointSeed,
  IpPolicySeed,
  OperatorSeed,
  ReservedAddressSeed,
  ReservedDomainSeed,
} from '../traffic-schema.ts';
import { createdAt, type ExportList, omitEmpty, stored, updatedAt } from './export-context.ts';

type Words = { id: string; description: string; metadata: string };

export const ipPolicies: ExportList<IpPolicySeed> = {
  collection: 'ip_policies',
  toItem(row) {
    const { id, description, metadata } = row as unknown as Words;
    return { id, ...omitEmpty({ description, metadata }) };
  },
};

/** Reserved domains and TCP addresses. */
export function reserved(collection: string): ExportList<ReservedDomainSeed & ReservedAddressSeed> {
  return {
    collection,
    toItem(row) {
      const { id, name } = row as unknown as ReservedAddress;
      return { id, name };
    },
  };
}

/** Cloud endpoints; all others belong to agents and edges. */
export const endpoints: ExportList<EndpointSeed> = {
  collection: endpointCollection.name,
  toItem(row) {
    const { record } = stored<Endpoint, unknown>(row);
    if (record.type !== 'cloud') return undefined;
    const { id, url, name, description, metadata, bindings, pooling_enabled, traffic_policy, principal } =
      record;
    return {
      id,
      ...createdAt(record),
      ...updatedAt(record),
      url,
      ...(name !== undefined && { name }),
      ...omitEmpty({ description, metadata }),
      bindings,
      ...omitEmpty({ pooling_enabled, traffic_policy }),
      ...(principal && { principal_id: principal.id }),
    };
  },
};

type Operator = FromSchema<typeof resources.kubernetesOperators.record>;

export const operators: ExportList<OperatorSeed> = {
  collection: operatorCollection.name,
  toItem(row) {
    const { record } = stored<Operator, unknown>(row);
    const { id, description, metadata, enabled_features, region, deployment, principal } = record;
    return {
      id,
      ...createdAt(record),
      ...updatedAt(record),
      ...omitEmpty({ description, metadata, enabled_features }),
      region,
      ...omitEmpty({ deployment: omitEmpty(deployment) }),
      ...bindingOf(record),
      principal_id: principal.id,
    };
  },
};

function bindingOf({ binding, enabled_features }: Operator): Pick<OperatorSeed, 'binding'> {
  const { endpoint_selectors: selectors, cert, ingress_endpoint } = binding;
  const given = {
    ...(selectors !== null && { endpoint_selectors: selectors }),
    ...(ingress_endpoint !== undefined && { ingress_endpoint }),
  };
  if (cert.cert !== '') return { binding: { ...given, cert } };
  if (Object.keys(given).length === 0) return {};
  // A binding that outlived its feature is only taken from who says that it was there before.
  return { binding: enabled_features.includes('bindings') ? given : { ...given, cert: { cert: '' } } };
}
