import { zeroTime } from '../../contract/http/protocol.ts';
import { resources } from '../../contract/index.ts';
import { ProblemError } from '../../contract/rules/rule.ts';
import { formatTimestamp } from '../../contract/rules/time.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { FromSchema } from '../../contract/schema/schema.ts';
import type { Transaction } from '../../store/store.ts';
import { readCertificateRequest } from '../certificates/x509/certificate-request.ts';
import { clientAuthorityOf } from '../certificates/x509/client-authority.ts';
import { issueClientCertificate } from '../certificates/x509/client-certificates.ts';
import { CpuBudget } from '../expressions/cpu-budget.ts';
import { type EndpointSelector, loadSelectorCompiler } from '../expressions/endpoint-selectors.ts';
import { collectionOf } from '../records/collection.ts';
import { crudHandlers, newRecordHead, type RecordHead, withDefaults } from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';
import { type Page, param, type Service } from '../records/operation-context.ts';
import { refTo } from '../records/references.ts';
import { invalidField, RequestError } from '../records/request-error.ts';
import { type Endpoint, endpointCollection } from './endpoints.ts';

const { create } = resources.kubernetesOperators.operations;
type Operator = FromSchema<typeof resources.kubernetesOperators.record>;
type GivenBinding = NonNullable<BodyOf<typeof create>['binding']>;
/** Signs the client certificate of an operator. */
export type IssueCertificate = (operatorId: string) => Promise<Operator['binding']['cert']>;

/** Registered operators. */
export const operatorCollection = collectionOf(resources.kubernetesOperators);

export const noCertificate = { cert: '', not_before: zeroTime, not_after: zeroTime };

/** For all selectors of an operator on all endpoints of a page; a selector takes 10 ms for one at the very most. */
const longestSelectingMs = 3_000;

/** `true` in CEL: what selects endpoints for an operator that names no selectors. */
const everything = ['true'];

/** contract/README.md "Operator". */
export const operatorHandlers = defineHandlers(resources.kubernetesOperators, {
  ...crudHandlers(operatorCollection),

  create: async (context) => {
    const issue = await issuerFor(context, context.body.binding);
    return context.store.write(async (transaction) => {
      const start = await newRecordHead(transaction, context, resources.kubernetesOperators);
      return addOperator(transaction, start, { ...context.body, principalId: context.callerId }, issue);
    });
  },

  update: async (context) => {
    const issue = await issuerFor(context, context.body.binding);
    return context.store.write(async (transaction) => {
      const row = await operatorCollection.get(transaction, param(context, 'id'), context.now());
      if (Object.keys(context.body).length === 0) return row.record;
      const { enabled_features: features, deployment, binding, ...words } = context.body;
      const enabled_features = features ? normalFeatures(features) : row.record.enabled_features;
      checkBinding(enabled_features, binding);
      const record: Operator = {
        ...row.record,
        ...words,
        enabled_features,
        deployment: { ...row.record.deployment, ...deployment },
        binding: await mergeBinding(row.record.binding, binding, issue, row.record.id),
        updated_at: formatTimestamp((await transaction.tick(context.now())).milliseconds),
      };
      await operatorCollection.replace(transaction, { ...row, record });
      return record;
    });
  },

  'list-bound-endpoints': async (context): Promise<Page<Endpoint>> => {
    const { record } = await operatorCollection.get(context.store, param(context, 'id'), context.now());
    if (!record.enabled_features.includes('bindings')) return { items: [], hasMore: false };
    const work = new CpuBudget(longestSelectingMs, () => new RequestError('ERR_SELECTORS_TOO_SLOW'));
    const compile = await loadSelectorCompiler();
    const selectors: EndpointSelector[] = [];
    for (const text of record.binding.endpoint_selectors ?? everything) {
      selectors.push(await work.run(() => compile(text)));
    }
    return endpointCollection.page(context, async (row) => {
      if (!row.record.bindings.includes('kubernetes')) return false;
      for (const accepts of selectors) if (await work.run(() => accepts(row.record))) return true;
      return false;
    });
  },
});

type NewOperator = BodyOf<typeof create> & { principalId: string };

/** What an operator brings along that was registered before. */
export interface KeptOperator {
  readonly updated_at?: string | undefined;
  /** Its binding is then taken as it is, whatever its features. */
  readonly cert?: Operator['binding']['cert'] | undefined;
}

/**
 * Stores a new operator and answers with its record; `issue` signs its client certificate.
 * @throws RequestError 400 when there is a binding without the feature
 */
export async function addOperator(
  transaction: Transaction,
  start: RecordHead,
  { principalId, ...given }: NewOperator,
  issue: IssueCertificate,
  kept: KeptOperator = {},
): Promise<Operator> {
  const body = withDefaults(create.body, given);
  const enabled_features = normalFeatures(body.enabled_features ?? []);
  if (kept.cert === undefined) checkBinding(enabled_features, body.binding);
  const record: Operator = {
    ...start,
    updated_at: kept.updated_at ?? start.created_at,
    description: body.description ?? '',
    metadata: body.metadata ?? '',
    principal: refTo(principalId),
    enabled_features,
    region: body.region ?? '',
    deployment: { name: '', namespace: '', version: '', cluster_name: '', ...body.deployment },
    binding: await mergeBinding(
      { endpoint_selectors: null, cert: kept.cert ?? noCertificate },
      body.binding,
      issue,
      start.id,
    ),
  };
  await operatorCollection.insert(transaction, { record, hidden: {} });
  return record;
}

function normalFeatures(given: readonly string[]): Operator['enabled_features'] {
  return [...new Set(given.map((feature) => feature.toLowerCase()))] as Operator['enabled_features'];
}

/** contract/README.md "Operator": `binding` is set only when enabling `bindings`. */
function checkBinding(features: readonly string[], binding: GivenBinding | undefined): void {
  if (binding === undefined || Object.keys(binding).length === 0 || features.includes('bindings')) return;
  throw invalidField(['binding'], 'is only taken with bindings among the enabled_features');
}

async function mergeBinding(
  current: Operator['binding'],
  { endpoint_selectors, csr, ingress_endpoint }: GivenBinding = {},
  issue: IssueCertificate,
  operatorId: string,
): Promise<Operator['binding']> {
  const { ingress_endpoint: currentIngress, ...rest } = current;
  const ingress = ingress_endpoint ?? currentIngress ?? '';
  return {
    ...rest,
    ...(endpoint_selectors && {
      endpoint_selectors: endpoint_selectors.length === 0 ? null : endpoint_selectors,
    }),
    ...(csr !== undefined && { cert: await issue(operatorId) }),
    ...(ingress !== '' && { ingress_endpoint: ingress }),
  };
}

/** Judges the signing request before the transaction starts, so that loading X.509 holds nobody else up. */
export async function issuerFor(
  service: Service,
  binding: GivenBinding | undefined,
): Promise<IssueCertificate> {
  const csr = binding?.csr;
  if (csr === undefined) return async () => noCertificate;
  try {
    await readCertificateRequest(csr);
  } catch (error) {
    if (error instanceof ProblemError) throw invalidField(['binding', 'csr'], error.message);
    throw error;
  }
  const authority = await clientAuthorityOf(service);
  return async (subjectId) => {
    const issued = await issueClientCertificate(authority, csr, { subjectId, now: new Date(service.now()) });
    return {
      cert: issued.certificate,
      not_before: formatTimestamp(issued.notBefore.getTime()),
      not_after: formatTimestamp(issued.notAfter.getTime()),
    };
  };
}
