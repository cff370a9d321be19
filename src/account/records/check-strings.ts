import { checkWellFormed } from '../../contract/rules/bytes.ts';
import type { ValuePath } from '../../contract/schema/validate.ts';
import { invalidField } from './request-error.ts';

/**
 * Refuses lone surrogates and NUL in all texts of a value.
 * @throws RequestError 400
 */
export function checkStrings(value: unknown, path: ValuePath): void {
  if (typeof value === 'string') {
    const problem = checkWellFormed(value);
    if (problem !== undefined) throw invalidField(path, problem);
  } else if (Array.isArray(value)) {
    for (const [position, item] of value.entries()) checkStrings(item, [...path, position]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      const problem = checkWellFormed(name);
      if (problem !== undefined) throw invalidField(path, `has a member whose name ${problem}`);
      checkStrings(member, [...path, name]);
    }
  }
}
