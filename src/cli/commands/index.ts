import type { CatalogueEntry } from '../../contract/index.ts';
import type { LocalCommand } from '../parser/command-tree.ts';
import { completionCommands } from './completion/completion-commands.ts';
import { resourceCommands } from './resource-commands.ts';
import { sandboxCommands } from './sandbox/sandbox-commands.ts';
import { settingsCommands } from './settings-commands.ts';

/** The commands that are not operations of the API, in the order of help. */
export function localCommands(operations: readonly CatalogueEntry[]): LocalCommand[] {
  return [...commands, ...resourceCommands(operations)];
}

const commands: readonly LocalCommand[] = [
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
