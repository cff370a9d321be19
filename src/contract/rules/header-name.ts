import { quote, type Rule } from './rule.ts';

// RFC 9110 section 7.6.1, and the older names of the same kind: each is for one connection alone.
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
];

/** The name of a header that a policy may set or take away (RFC 9110 section 5.1). */
export const checkHeaderName: Rule = (name) => {
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return `${quote(name)} is not the name of a header`;
  if (!hopByHop.includes(name.toLowerCase())) return undefined;
  return `${quote(name)} belongs to one connection; the gateway sets it`;
};
