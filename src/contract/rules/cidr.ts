import { checkMask, parseIpAddress } from './host.ts';
import { quote, type Rule } from './rule.ts';

/** An address, or a network in CIDR notation without host bits: `192.0.2.7`, `10.0.0.0/8`, `2001:db8::/32`. */
export const checkCidr: Rule = (value) => {
  const [address = '', mask, ...more] = value.split('/');
  const parsed = parseIpAddress(address);
  if (!parsed || more.length > 0) return `${quote(value)} is not an address or a network such as 10.0.0.0/8`;
  const problem = mask === undefined ? undefined : checkMask(parsed, mask);
  return problem === undefined ? undefined : `${quote(value)} ${problem}`;
};
