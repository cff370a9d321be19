import { bodySchema, type ObjectSchema } from '../schema/schema.ts';
import * as schemas from './action-schemas.ts';
import { jwtValidation } from './jwt-validation.ts';
import { type Phase, phases } from './phases.ts';

// The document that an endpoint's traffic_policy carries (contract/README.md "Traffic policy").

/** What can be done with traffic: when, and the schema of its `config`. */
export interface PolicyAction {
  readonly phases: readonly Phase[];
  readonly config: ObjectSchema;
}

const request = ['on_http_request'] as const;
const response = ['on_http_response'] as const;
const http = [...request, ...response] as const;
const tcpOrRequest = ['on_tcp_connect', ...request] as const;

/** Every action by its `type`. */
export const policyActions = {
  'add-headers': { phases: http, config: schemas.addHeaders },
  'basic-auth': { phases: request, config: schemas.basicAuth },
  'close-connection': { phases: tcpOrRequest, config: schemas.closeConnection },
  'compress-response': { phases: response, config: schemas.compressResponse },
  'custom-response': { phases: http, config: schemas.customResponse },
  deny: { phases: tcpOrRequest, config: schemas.deny },
  'forward-internal': { phases: tcpOrRequest, config: schemas.forwardInternal },
  'jwt-validation': { phases: request, config: jwtValidation },
  log: { phases, config: schemas.log },
  'rate-limit': { phases: request, config: schemas.rateLimit },
  redirect: { phases: request, config: schemas.redirect },
  'remove-headers': { phases: http, config: schemas.removeHeaders },
  'restrict-ips': { phases, config: schemas.restrictIps },
  'set-vars': { phases, config: schemas.setVars },
  'url-rewrite': { phases: request, config: schemas.urlRewrite },
} as const satisfies Record<string, PolicyAction>;

/** The actions that a phase has, by type. */
export function actionsOf(phase: Phase): [string, PolicyAction][] {
  return Object.entries<PolicyAction>(policyActions).filter(([, action]) => action.phases.includes(phase));
}

const config = { type: 'object', description: 'settings of the action' } as const satisfies ObjectSchema;

/** What holds for every action of a phase; its config is held to the schema of its type. */
export function policyAction(phase: Phase) {
  const types = actionsOf(phase).map(([type]) => type);
  return bodySchema(['type'], { type: { type: 'string', enum: types }, config });
}

const ruleMembers = {
  name: { type: 'string', description: 'what the rule is called' },
  expressions: {
    type: 'array',
    items: { type: 'string', format: 'cel-condition' },
    description: 'CEL expressions; all must be true for the actions to run',
  },
  actions: { type: 'array', minItems: 1, description: 'what is done, in this order' },
} as const satisfies Record<string, ObjectSchema>;

/** One rule of a phase; its actions are held to `policyAction`. */
export const policyRule = bodySchema(['actions'], ruleMembers);

const rules = { type: 'array' } as const satisfies ObjectSchema;

/** The whole document: a list of rules for each phase. */
export const trafficPolicyDocument = bodySchema([], {
  on_tcp_connect: { ...rules, description: 'rules for connections, in the order in which they are tried' },
  on_http_request: { ...rules, description: 'rules for requests, in the order in which they are tried' },
  on_http_response: { ...rules, description: 'rules for responses, in the order in which they are tried' },
} satisfies Record<Phase, ObjectSchema>);

/** The document with all that is in it, for those who read JSON Schema. */
export function wholePolicySchema(): ObjectSchema {
  const properties = phases.map((phase) => {
    const actions = actionsOf(phase).map(([type, action]) => {
      const isNeeded = action.config.required !== undefined;
      const members = { type: { const: type }, config: action.config } as const;
      return { ...bodySchema(isNeeded ? ['type', 'config'] : ['type'], members) };
    });
    const items = bodySchema(['actions'], {
      ...ruleMembers,
      actions: { ...ruleMembers.actions, items: { oneOf: actions } },
    });
    return [phase, { ...trafficPolicyDocument.properties[phase], items }];
  });
  return {
    ...trafficPolicyDocument,
    title: 'TrafficPolicy',
    description: 'traffic policy, as JSON or YAML',
    properties: Object.fromEntries(properties),
  };
}
