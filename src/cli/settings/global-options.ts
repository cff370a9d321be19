import type { SettingValues } from './known-settings.ts';

/** What every command takes, as it was given: nothing here has been looked up in the environment. */
export interface GlobalOptions {
  /** Of `--output` or its short form `--json`. */
  readonly output?: SettingValues['output'] | undefined;
  /** Errors alone on stderr. */
  readonly quiet: boolean;
  readonly usesPager: boolean;
  /** Never ask, whoever sits there. */
  readonly noInput: boolean;
  /** Objects are named by their ids alone. */
  readonly exactIds: boolean;
  /** Tell of each request and response. */
  readonly debug: boolean;
  readonly profile?: string | undefined;
  readonly baseUrl?: string | undefined;
  /** A token, or what it is read from. */
  readonly apiKey?: string | undefined;
  /** The service in this process. */
  readonly sandbox: boolean;
  /** The name of the sandbox's data file. */
  readonly data?: string | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  /** The name of a file. */
  readonly caCert?: string | undefined;
}
