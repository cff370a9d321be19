import { quote } from '../../../contract/rules/rule.ts';
import { UsageError } from '../../errors/usage-error.ts';

/** What the program or HTTP itself decides. */
const reserved: ReadonlySet<string> = new Set([
  ...[
    'authorization',
    'connection',
    'content-length',
    'expect',
    'host',
    'keep-alive',
    'proxy-authorization',
    'te',
  ],
  ...['trailer', 'transfer-encoding', 'upgrade'],
]);

/** Headers out of `Name: value`, names in lower case. Throws a UsageError; it never repeats a value. */
export function readHeaders(given: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const text of given) {
    const end = text.indexOf(':');
    const name = text.slice(0, Math.max(end, 0)).trim().toLowerCase();
    const value = text.slice(end + 1).trim();
    if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name))
      throw new UsageError(`-H ${quote(name || text)} is not Name: value`);
    if (reserved.has(name)) {
      const hint =
        name === 'authorization'
          ? 'the key is that of the profile, TUNNELCTL_API_KEY or --api-key'
          : undefined;
      throw new UsageError(`-H ${name} cannot be set by hand`, hint);
    }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      throw new UsageError(`-H ${name} holds a character that no header can carry`);
    }
    headers[name] = value;
  }
  return headers;
}
