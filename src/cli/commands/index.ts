import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { completionCommands } from './completion/completion-commands.ts';
import { sandboxCommands } from './sandbox/sandbox-commands.ts';
import { settingsCommands } from './settings-commands.ts';

/** A command that is not an operation of the API. */
export interface LocalCommand {
  /** The words that name it, separated by spaces: `serve`, `profiles list`. */
  readonly words: string;
  /** What it takes as help shows it behind its words: `<id>`. */
  readonly usage?: string;
  readonly summary: string;
  /** What it takes and does, loaded when it is named. */
  load(): Promise<{ define(command: Command, context: CommandContext): void }>;
}

/** In the order of help. */
export const localCommands: readonly LocalCommand[] = [
  ...settingsCommands,
  {
    words: 'serve',
    summary: 'Host the whole service on this machine, on one file',
    load: () => import('./serve/serve-command.ts'),
  },
  ...sandboxCommands,
  {
    words: 'api',
    usage: '[method] <path>',
    summary: 'Send any request to the service',
    load: () => import('./api/api-command.ts'),
  },
  {
    words: 'openapi',
    summary: 'Print the OpenAPI document of the API',
    load: () => import('./openapi/openapi-command.ts'),
  },
  {
    words: 'explain',
    usage: '[code]',
    summary: 'Explain an error code, or list all of them',
    load: () => import('./explain/explain-command.ts'),
  },
  ...completionCommands,
];
