import { checkAclRule } from '../rules/acl.ts';
import { checkEndpointUrl, checkInternalUrl } from '../rules/endpoint-url.ts';
import { checkEventType } from '../rules/event-type.ts';
import type { Rule } from '../rules/rule.ts';
import { checkPrincipal } from '../rules/ssh/certificate-options.ts';
import { checkSshPublicKey } from '../rules/ssh/public-key.ts';
import { checkDuration, checkTimestamp } from '../rules/time.ts';
import { checkWebUrl } from '../rules/web-url.ts';

/** The rule behind each `format` that can be judged without a library. */
export const formatRules: Readonly<Record<string, Rule>> = {
  'acl-rule': checkAclRule,
  'date-time': checkTimestamp,
  duration: checkDuration,
  'endpoint-url': checkEndpointUrl,
  'event-type': checkEventType,
  'internal-url': checkInternalUrl,
  'ssh-principal': checkPrincipal,
  'ssh-public-key': checkSshPublicKey,
  'web-url': checkWebUrl,
};

/** Formats whose rule needs a library; whoever can load it judges them (`onFormat` of `validate`). */
export const libraryFormats = ['cel', 're2', 'traffic-policy'] as const;

export type LibraryFormat = (typeof libraryFormats)[number];
