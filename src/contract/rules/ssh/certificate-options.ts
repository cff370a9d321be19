import { checkSourceAddress } from './source-address.ts';

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
    return 'is not a critical option that is supported; use force-command or source-address';
  }
  if (value === '') return 'is empty; give the command that is to run';
  // sshd reads the command as a C string and would refuse the certificate.
  return value.includes('\0') ? 'has a NUL character' : undefined;
}

/** The name of an extension; any may be used, since OpenSSH ignores those it does not know. */
export function checkExtensionName(name: string): string | undefined {
  if (name === '') return 'is empty; give the name of an extension, for example permit-pty';
  if (!/^[\x21-\x7e]+$/.test(name))
    return 'is not a name of an extension: only printable ASCII without spaces';
  return name.length > maxNameLength ? `is longer than ${maxNameLength} bytes` : undefined;
}
