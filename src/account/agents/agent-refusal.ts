import type { ValuePath } from '../../contract/schema/validate.ts';

/** What a simulated agent cannot be. The message is a problem sentence without the member's name. */
export class AgentRefusal extends Error {
  override readonly name = 'AgentRefusal';
  /** The member of the agent or of its tunnel that is at fault: `credential_id`; undefined for the whole. */
  readonly member: string | undefined;

  constructor(path: ValuePath, message: string) {
    super(message);
    this.member = path.findLast((step): step is string => typeof step === 'string' && step !== 'tunnels');
  }
}
