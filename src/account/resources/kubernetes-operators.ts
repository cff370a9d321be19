import { zeroTime } from '../../contract/http/protocol.ts';
import { resources } from '../../contract/index.ts';
import { ProblemError } from '../../contract/rules/rule.ts';
import { formatTimestamp } from '../../contract/rules/time.ts';
import { isEmpty } from '../../contract/schema/json-object.ts';
import type { BodyOf } from '../../contract/schema/resource.ts';
import type { FromSchema, ObjectSchema } from '../../contract/schema/schema.ts';
import { formatPath, formatProblem } from '../../contract/schema/validate.ts';
import { loadX509, readCertificateRequest } from '../certificates/x509/certificate-request.ts';
import { clientAuthorityOf, issueClientCertificate } from '../certificates/x509/client-certificates.ts';
import { shownToSelectors } from '../expressions/endpoint-selectors.ts';
import { selectEndpoints } from '../expressions/judging/judges.ts';
import type { Selection } from '../expressions/judging/judging-tasks.ts';
import { collectionOf } from '../records/collection.ts';
import { type OperationContext, type Page, param, type Service } from '../records/operation-context.ts';
import type { RecordText } from '../records/record-text.ts';
import { invalidField, RequestError } from '../records/request-error.ts';
import { takeTurns } from '../records/turns.ts';
import {
  changedRow,
  type HiddenSecrets,
  newRow,
  type RecordContext,
  type RecordHead,
} from '../rules/new-record.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { omitEmpty } from '../rules/seed-list.ts';
import { updateHandler } from '../rules/standard-handlers.ts';
import { type Endpoint, endpointCollection } from './endpoints.ts';

const { create, update } = resources.kubernetesOperators.operations;
type Update = BodyOf<typeof update>;
type Operator = FromSchema<typeof resources.kubernetesOperators.record>;
type GivenBinding = NonNullable<BodyOf<typeof create>['binding']>;
/** Signs the client certificate of an operator. */
type IssueCertificate = (operatorId: string) => Promise<Operator['binding']['cert']>;

/** Registered operators. */
const operatorCollection = collectionOf<typeof resources.kubernetesOperators, HiddenSecrets>(
  resources.kubernetesOperators,
);

const noCertificate = { cert: '', not_before: zeroTime, not_after: zeroTime };

/** For all selectors of an operator on all endpoints of a page; one takes 100 ms for an endpoint at the very most. */
const longestSelectingMs = 3_000;

/** How many endpoints are read, and then asked about, at a time at most. */
const batchSize = 100;

const time = { type: 'string', format: 'date-time' } as const satisfies ObjectSchema;

/** The certificate of an operator that was registered before. */
const keptCertificate = {
  type: 'object',
  additionalProperties: false,
  required: ['cert'],
  properties: {
    cert: { type: 'string', 'x-max-bytes': 16_384, description: 'the certificate, PEM' },
    not_before: { ...time, description: 'start of its validity' },
    not_after: { ...time, description: 'end of its validity' },
  },
  description:
    'in place of csr: its client certificate as it was issued before, empty if it has none; the binding is ' +
    'then taken as it is, also without bindings among the enabled_features',
} as const satisfies ObjectSchema;

type KeptCertificate = FromSchema<typeof keptCertificate>;

/** An operator to register; a seed can bring one that was registered before. */
type NewOperator = BodyOf<typeof create> & { readonly binding?: GivenBinding & { cert?: KeptCertificate } };

const { binding } = create.body.properties;

/** contract/README.md "Operator". */
export const operatorRules = defineRules(resources.kubernetesOperators, {
  collection: operatorCollection,
  handlers: {
    update: async (context) => {
      const issue = await issuerFor(context, context.body.binding);
      const change = updateHandler(operatorCollection, async (records, row, body: Update) => {
        const { deployment, binding, ...rest } = body;
        const { record, hidden } = await changedRow(resources.kubernetesOperators, records, row, rest);
        record.enabled_features = [...new Set(record.enabled_features)];
        checkBinding(record.enabled_features, binding);
        record.deployment = { ...record.deployment, ...deployment };
        record.binding = await mergeBinding(record.binding, binding, issue, record.id);
        return { record, hidden };
      });
      return change(context);
    },

    'list-bound-endpoints': async (context): Promise<Page<RecordText>> => {
      const { record } = await operatorCollection.get(context.store, param(context, 'id'), context.now());
      if (!record.enabled_features.includes('bindings')) return { items: [], hasMore: false };
      return boundEndpoints(context, record.binding.endpoint_selectors);
    },
  },
  prepare: (service, { binding }: NewOperator) => issuerFor(service, binding),
  insert: addOperator,
  seed: {
    members: { binding: { ...binding, properties: { ...binding.properties, cert: keptCertificate } } },
    exported: ({ record }) => ({ ...record, binding: exportedBinding(record) }),
  },
});

/**
 * One page of the endpoints that one of the selectors accepts, newest first.
 * @param selectors null where there are none: then all with the binding are bound
 * @throws RequestError 503 naming a selector that is too costly, 409 when all together take too long
 */
async function boundEndpoints(
  context: OperationContext,
  selectors: readonly string[] | null,
): Promise<Page<RecordText>> {
  const { limit } = context.page;
  const items: RecordText[] = [];
  let { before } = context.page;
  // The first ones are enough where most are accepted.
  let size = Math.min(limit + 1, batchSize);
  let usedMs = 0;
  for (;;) {
    const endpoints: Endpoint[] = [];
    const batch = await endpointCollection.page(
      { ...context, page: { limit: size, before } },
      async ({ record }) => record.bindings.includes('kubernetes') && endpoints.push(record) > 0,
    );
    // The one that only shows that there are more is asked about when its turn comes.
    endpoints.length = batch.items.length;
    const time = { limitMs: longestSelectingMs, usedMs };
    const outcome =
      selectors && endpoints.length > 0
        ? await selectEndpoints({ selectors, endpoints: endpoints.map(shownToSelectors) }, time)
        : undefined;
    for (const [i, item] of batch.items.entries()) {
      const selection = outcome === undefined ? true : outcome.answers[i];
      if (selection === undefined) throw new RequestError('ERR_SELECTORS_TOO_SLOW');
      if (typeof selection === 'object') throw tooCostly(selection, item.id);
      if (!selection) continue;
      if (items.length === limit) return { items, hasMore: true };
      items.push(item);
    }
    usedMs = outcome?.usedMs ?? usedMs;
    if (!batch.hasMore) return { items, hasMore: false };
    before = batch.items.at(-1)?.id;
    size = batchSize;
    // However many are passed over, others get their turn in between.
    await takeTurns();
  }
}

function tooCostly({ position, problem }: Exclude<Selection, boolean>, id: string): RequestError {
  const path = ['binding', 'endpoint_selectors', position];
  const sentence = formatProblem({ path, message: `${problem}, asked of ${id}` });
  return new RequestError('ERR_EXPRESSION_TOO_COSTLY', sentence, { field: formatPath(path) });
}

/** @throws RequestError 400 when there is a binding without the feature */
async function addOperator(
  context: RecordContext,
  head: RecordHead,
  { binding: { cert, ...binding } = {}, ...given }: NewOperator,
  issue: IssueCertificate,
): Promise<Operator> {
  if (cert !== undefined && binding.csr !== undefined) {
    throw invalidField(['binding', 'csr'], 'is only accepted without cert');
  }
  const { record, hidden } = newRow(resources.kubernetesOperators, context, head, given);
  record.enabled_features = [...new Set(record.enabled_features)];
  if (cert === undefined) checkBinding(record.enabled_features, binding);
  const before = { endpoint_selectors: null, cert: cert ? certificateOf(cert) : noCertificate };
  record.binding = await mergeBinding(before, binding, issue, head.id);
  await operatorCollection.insert(context.transaction, { record, hidden });
  return record;
}

function certificateOf({ cert, not_before, not_after }: KeptCertificate): Operator['binding']['cert'] {
  if (cert === '') return noCertificate;
  if (not_before === undefined || not_after === undefined) {
    throw invalidField(['binding', 'cert'], 'needs not_before and not_after');
  }
  return { cert, not_before, not_after };
}

function exportedBinding({ binding: { cert, ...binding }, enabled_features }: Operator): object {
  if (cert.cert !== '') return { ...binding, cert };
  // A binding that outlived its feature is only taken from who says that it was there before.
  const isTaken = isEmpty(omitEmpty(binding)) || enabled_features.includes('bindings');
  return isTaken ? binding : { ...binding, cert: { cert: '' } };
}

/** contract/README.md "Operator": `binding` is set only when enabling `bindings`. */
function checkBinding(features: readonly string[], binding: GivenBinding | undefined): void {
  if (binding === undefined || Object.keys(binding).length === 0 || features.includes('bindings')) return;
  throw invalidField(['binding'], 'is only accepted with bindings among the enabled_features');
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
async function issuerFor(service: Service, binding: GivenBinding | undefined): Promise<IssueCertificate> {
  const csr = binding?.csr;
  if (csr === undefined) return async () => noCertificate;
  try {
    readCertificateRequest(csr);
  } catch (error) {
    if (error instanceof ProblemError) throw invalidField(['binding', 'csr'], error.message);
    throw error;
  }
  await loadX509();
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
