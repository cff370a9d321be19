import { CodedError } from '../../contract/errors/coded-error.ts';
import type { ValuePath } from '../../contract/schema/validate.ts';

/**
 * What a simulated agent cannot be. The message is a problem sentence without the field's name, which is that of the
 * agent's or its tunnel's member: `credential_id`; undefined for the whole.
 */
export class AgentRefusal extends CodedError {
  constructor(path: ValuePath, message: string) {
    const field = path.findLast((step): step is string => typeof step === 'string' && step !== 'tunnels');
    super('INVALID_AGENT', message, { field });
  }
}
