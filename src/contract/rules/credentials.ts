import type { Rule } from './rule.ts';

/** `user:password`, as basic authentication has it (RFC 7617 section 2). The problem never repeats the password. */
export const checkBasicCredentials: Rule = (credentials) => {
  if (!/^[^:]+:./su.test(credentials)) return 'must be user:password';
  return /\p{Cc}/u.test(credentials) ? 'has a control character' : undefined;
};
