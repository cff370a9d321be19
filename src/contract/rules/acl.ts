import { checkDomainName, isIpv4, parseIpv6, parsePort } from './host.ts';
import { quote, type Rule } from './rule.ts';

const PREFIX = 'bind:';
/** Bounds either side of a label; the API document names no limit (contract/README.md "ACL"). */
const MAX_LABEL_PART = 255;

/**
 * One rule of an SSH credential's ACL (contract/README.md "ACL"): `*`, or `bind:` and a domain (`*.` in front
 * allowed), a `host:port`, or a label `key=value` where either side may be `*`. Keys and values of labels hold
 * anything printable but white space, `=` (in keys) and inner `*`.
 */
export const checkAclRule: Rule = (value) => {
  if (value === '*') return undefined;
  if (!value.startsWith(PREFIX)) {
    return `${quote(value)} is not a bind rule; write bind:<target>, for example bind:*.example.com`;
  }
  const problem = checkTarget(value.slice(PREFIX.length));
  return problem === undefined ? undefined : `${quote(value)} is not a bind rule: ${problem}`;
};

function checkTarget(target: string): string | undefined {
  if (target === '') return 'the target is missing; write for example bind:*.example.com';
  if (target === '*') return 'write "*" alone to permit everything, or bind:*.example.com';
  if (target.includes('=')) return checkLabel(target);
  if (target.includes(':')) return checkAddress(target);
  if (isIpv4(target)) return `an address needs a port; write bind:${target}:<port>`;
  return checkPattern(target);
}

function checkPattern(domain: string): string | undefined {
  return checkDomainName(domain.startsWith('*.') ? domain.slice(2) : domain);
}

function checkAddress(target: string): string | undefined {
  const colon = target.lastIndexOf(':');
  const host = target.slice(0, colon);
  const port = target.slice(colon + 1);
  if (/^\[?[0-9a-f:.]*:[0-9a-f:.]*\]?$/i.test(host) && !/^\[.*\]$/.test(host)) {
    return 'an IPv6 address goes in brackets and needs a port, as in bind:[2001:db8::1]:22';
  }
  if (parsePort(port) === undefined) return `the port ${quote(port)} is not a number from 1 to 65535`;
  if (host.startsWith('[')) {
    const isAddress = host.endsWith(']') && parseIpv6(host.slice(1, -1)) !== undefined;
    return isAddress ? undefined : `${quote(host)} is not an IPv6 address`;
  }
  return isIpv4(host) ? undefined : checkPattern(host);
}

function checkLabel(label: string): string | undefined {
  const equals = label.indexOf('=');
  return checkLabelPart('key', label.slice(0, equals)) ?? checkLabelPart('value', label.slice(equals + 1));
}

function checkLabelPart(side: 'key' | 'value', part: string): string | undefined {
  if (part === '*') return undefined;
  if (part === '') return `the ${side} of the label is empty; write "*" for any ${side}`;
  if (part.length > MAX_LABEL_PART)
    return `the ${side} of the label is longer than ${MAX_LABEL_PART} characters`;
  // \p{C} takes in control and format characters, and lone surrogates.
  if (/[\s\p{C}]/u.test(part)) return `the ${side} of the label holds white space or a control character`;
  if (part.includes('*')) return `the ${side} of the label may be "*" but not hold one`;
  return undefined;
}
