import type { Client } from '../../../client/client.ts';
import type { CatalogueEntry } from '../../../contract/index.ts';
import type { ObjectSchema } from '../../../contract/schema/schema.ts';
import type { CommandContext } from '../../context.ts';
import type { CommandExample } from '../../parser/command-definition.ts';
import type { OptionDefinitions } from '../../parser/options.ts';
import type { GivenFlags, Members } from '../body/request-body.ts';
import type { InputChoices } from '../request-options.ts';
import type { PathValues } from '../targets.ts';

/** One run of an operation for one target. */
export interface OperationRequest {
  readonly entry: CatalogueEntry;
  readonly target: PathValues;
  readonly body: Readonly<Record<string, unknown>>;
  readonly client: Client;
  readonly context: CommandContext;
}

/** Something around the one request of an operation: before it, after it, in its place. */
type Middleware = (request: OperationRequest, next: () => Promise<unknown>) => Promise<unknown>;

/** One thing that commands can do beyond their requests. */
export interface OperationPlugin {
  appliesTo(entry: CatalogueEntry): boolean;
  options(entry: CatalogueEntry): OptionDefinitions;
  examples?(entry: CatalogueEntry): readonly CommandExample[];
  /**
   * What was asked for; undefined when nothing was. Throws a CliError.
   * @param given options by their names
   * @param body texts of members of the body
   */
  apply(
    given: Readonly<Record<string, unknown>>,
    entry: CatalogueEntry,
    body: GivenFlags,
  ): AppliedPlugin | undefined;
}

/** What one thing adds to a run of an operation. */
interface AppliedPlugin {
  /** What the operation answers with this addition, where that is more than its own result. */
  readonly returns?: ObjectSchema | undefined;
  /** Puts members of the body in that it makes itself; before anything that is missing is asked for. Throws a CliError. */
  provide?(body: Members, context: CommandContext): Promise<void>;
  /**
   * Puts members of the body in that others stand for; before the body is checked.
   * @param now milliseconds since 1970, asked for only where something counts from it
   */
  prepare?(body: Members, now: () => number): void;
  /**
   * Looks once at what is about to be done, before the first request of the operation. Throws a CliError to refuse.
   * @param targets what the arguments name
   */
  guard?(
    targets: readonly PathValues[],
    choices: Pick<InputChoices, 'yes'>,
    context: CommandContext,
  ): Promise<void>;
  /** Stands around the request. */
  readonly around?: Middleware;
}

/** What a command line asks for beyond the one request of its operation. */
export interface AppliedPlugins {
  /** The operation with what it then answers. */
  readonly entry: CatalogueEntry;
  /** The operation as it is sent. */
  readonly sent: CatalogueEntry;
  readonly providers: readonly NonNullable<AppliedPlugin['provide']>[];
  readonly prepare: readonly NonNullable<AppliedPlugin['prepare']>[];
  readonly guards: readonly NonNullable<AppliedPlugin['guard']>[];
  readonly middlewares: readonly Middleware[];
}
