import { checkAclRule } from '../rules/acl.ts';
import { checkCidr } from '../rules/cidr.ts';
import { checkBasicCredentials } from '../rules/credentials.ts';
import { checkEndpointUrl } from '../rules/endpoint-url.ts';
import { checkEventType } from '../rules/event-type.ts';
import { checkHeaderName } from '../rules/header-name.ts';
import type { Rule } from '../rules/rule.ts';
import { checkPrincipal } from '../rules/ssh/certificate-options.ts';
import { checkSshPublicKey } from '../rules/ssh/public-key.ts';
import { checkDuration, checkRateWindow, checkTimestamp } from '../rules/time.ts';
import { checkWebUrl } from '../rules/web-url.ts';

/** The rule behind each `format` that can be judged without a library. */
export const formatRules: Readonly<Record<string, Rule>> = {
  'acl-rule': checkAclRule,
  'basic-credentials': checkBasicCredentials,
  cidr: checkCidr,
  'date-time': checkTimestamp,
  duration: checkDuration,
  'endpoint-url': checkEndpointUrl,
  'event-type': checkEventType,
  'header-name': checkHeaderName,
  'rate-window': checkRateWindow,
  'ssh-principal': checkPrincipal,
  'ssh-public-key': checkSshPublicKey,
  'web-url': checkWebUrl,
};

/** Formats whose rule needs a library; whoever can load it judges them (`onFormat` of `validate`). */
export const libraryFormats = ['cel', 're2', 'traffic-policy'] as const;

export type LibraryFormat = (typeof libraryFormats)[number];

/**
 * Formats of texts in a traffic policy, which its check judges (`policy/check-policy.ts`): a CEL expression that is true
 * or false, one that gives any value, and texts in which `${…}` holds such a one, `cel-url` that of an internal endpoint.
 */
export const policyFormats = ['cel-condition', 'cel-value', 'cel-text', 'cel-url'] as const;

export type PolicyFormat = (typeof policyFormats)[number];
