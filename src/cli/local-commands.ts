import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';

/** A command that is not an operation of the API. */
export interface LocalCommand {
  readonly word: string;
  readonly summary: string;
  /** What it takes and does, loaded when it is named. */
  load(): Promise<{ define(command: Command, context: CommandContext): void }>;
}

/** In the order of help. */
export const localCommands: readonly LocalCommand[] = [
  {
    word: 'serve',
    summary: 'Host the whole service on this machine, on one file',
    load: () => import('./serve-command.ts'),
  },
  {
    word: 'openapi',
    summary: 'Print the OpenAPI document of the API',
    load: () => import('./openapi-command.ts'),
  },
];
