import type { Service } from '../../account/records/operation-context.ts';
import type { FileStore } from '../../store/store.ts';
import type { AuthenticationOptions } from '../app/authentication.ts';
import type { RequestContext } from '../app/request-context.ts';
import type { Faults } from '../faults/faults.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** What the admin API tells of and changes. */
export interface AdminApiOptions extends AuthenticationOptions, Service {
  readonly store: FileStore;
  /** What is known of the requests so far; absent in a process that answers one command. */
  readonly telemetry?: Telemetry;
  /** What goes wrong on purpose; absent in a process that answers one command. */
  readonly faults?: Faults;
}

/** Answers with what becomes the JSON body. @param id the member of the path, where it has one */
export type AdminHandler = (context: RequestContext, options: AdminApiOptions, id: string) => Promise<object>;
