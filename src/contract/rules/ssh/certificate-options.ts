import { checkMask, parseIpAddress } from '../host.ts';

/**
 * Rules for what a certificate says beside its key (contract/README.md "SSH certificates"). Each answers the
 * end of a sentence that starts with the field's name, or undefined when nothing is wrong.
 */

/** Bytes of an extension's name: far above any real one, such as `permit-X11-forwarding`. */
const maxNameLength = 255;

/** A user name (user certificate), or a host name or address (host certificate). */
export function checkPrincipal(principal: string): string | undefined {
  if (principal === '') return 'is empty; leave it out, or give a name';
  // `ssh-keygen -n` and sshd's AuthorizedPrincipalsFile both separate names at these.
  if (principal.includes(',')) return 'has a comma; give each principal as an element of its own';
  if (/\s/.test(principal)) return 'has a space; a principal is one word';
  if (/\p{Cc}/u.test(principal)) return 'has a control character';
  return undefined;
}

/** A critical option and its value (PROTOCOL.certkeys, "Critical options"). */
export function checkCriticalOption(name: string, value: string): string | undefined {
  if (name === 'source-address') return checkSourceAddress(value);
  if (name !== 'force-command') {
    return 'is not a supported critical option; use force-command or source-address';
  }
  if (value === '') return 'is empty; give the command that is to run';
  // sshd reads the command as a C string and would refuse the certificate.
  return value.includes('\0') ? 'has a NUL character' : undefined;
}

/** The name of an extension; any may be used, since OpenSSH ignores those it does not know. */
export function checkExtensionName(name: string): string | undefined {
  if (name === '') return 'is empty; give the name of an extension, for example permit-pty';
  if (!/^[\x21-\x7e]+$/.test(name))
    return 'is not the name of an extension: only printable ASCII without spaces';
  return name.length > maxNameLength ? `is longer than ${maxNameLength} bytes` : undefined;
}

/**
 * The value of the critical option `source-address`: addresses and networks with commas between them. The rule
 * is OpenSSH's `addr_match_cidr_list` (addrmatch.c), which refuses the whole certificate at log-in when one
 * element is wrong, so this says so beforehand. Stricter in one thing: addresses must be written in full, where
 * `getaddrinfo` would read `010.1` as 8.0.0.1. Answers a problem sentence or undefined.
 */
function checkSourceAddress(value: string): string | undefined {
  for (const element of value.split(',')) {
    const problem = checkElement(element);
    if (problem) return problem;
  }
  return undefined;
}

function checkElement(element: string): string | undefined {
  if (element === '') return 'has an empty element; separate addresses with single commas';
  if (/\s/.test(element)) return 'has a space; separate addresses with commas alone';
  if (/[*?!]/.test(element)) return 'has a wildcard; write a network such as 10.0.0.0/8';
  if (element.includes('%')) return 'has a zone id, which OpenSSH refuses';
  const [address = '', mask, ...more] = element.split('/');
  const parsed = parseIpAddress(address);
  if (!parsed || more.length > 0)
    return 'is not a list of addresses or networks such as 192.0.2.7,2001:db8::/32';
  return mask === undefined ? undefined : checkMask(parsed, mask);
}
