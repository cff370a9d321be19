import { quote, type Rule } from './rule.ts';

const MAX_BYTES = 255;
// Words never touch without an underscore between them, so no text matches in two ways: linear time.
const FORM = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*_[a-z][a-z0-9]*\.v(?:0|[1-9]\d*)$/;

/**
 * The type of an event source: `<resource>_<verb>.v<number>`, such as `ip_policy_created.v0`, whether or not
 * anything emits it (contract/README.md "Events"). At most 255 bytes.
 */
export const checkEventType: Rule = (value) => {
  if (value.length > MAX_BYTES) return `must be at most ${MAX_BYTES} bytes`;
  if (FORM.test(value)) return undefined;
  return `${quote(value)} is not an event type; write <resource>_<verb>.v<number>, for example ip_policy_created.v0`;
};
