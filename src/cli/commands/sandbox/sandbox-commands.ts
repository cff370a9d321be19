import type { LocalCommand } from '../index.ts';

/** The commands that look after a sandbox's data file as a whole, in the order of help. */
export const sandboxCommands: readonly LocalCommand[] = [
  {
    words: 'sandbox exec',
    usage: '-- <command...>',
    summary: 'Run a command against a sandbox of its own that goes away with it',
    load: () => import('./exec-command.ts'),
  },
  {
    words: 'sandbox events',
    summary: 'Show what changed in the account, and which destinations hear of it',
    load: () => import('./events-command.ts'),
  },
  {
    words: 'sandbox requests',
    summary: 'Show the requests that a running serve answered',
    load: () => import('./requests-command.ts'),
  },
  {
    words: 'sandbox agents list',
    summary: 'List the simulated agents that are on line',
    load: () => import('./agents/list-command.ts'),
  },
  {
    words: 'sandbox agents connect',
    summary: 'Bring a simulated agent on line',
    load: () => import('./agents/connect-command.ts'),
  },
  {
    words: 'sandbox agents disconnect',
    usage: '<session-id>',
    summary: 'Take a simulated agent off line',
    load: () => import('./agents/disconnect-command.ts'),
  },
  {
    words: 'sandbox agents offer-update',
    usage: '<session-id> <version>',
    summary: 'Let there be another version for a simulated agent',
    load: () => import('./agents/offer-update-command.ts'),
  },
  {
    words: 'sandbox faults list',
    summary: 'List the faults that a running serve makes on purpose',
    load: () => import('./faults/list-command.ts'),
  },
  {
    words: 'sandbox faults add',
    usage: '<fault...>',
    summary: 'Make a running serve fail on purpose',
    load: () => import('./faults/add-command.ts'),
  },
  {
    words: 'sandbox faults clear',
    usage: '[fault-id...]',
    summary: 'End faults of a running serve',
    load: () => import('./faults/clear-command.ts'),
  },
  {
    words: 'sandbox info',
    summary: 'Show account, SSH certificate authorities and size of the data file',
    load: () => import('./info-command.ts'),
  },
  {
    words: 'sandbox path',
    summary: 'Print where the data file is',
    load: () => import('./path-command.ts'),
  },
  {
    words: 'sandbox seed',
    usage: '<file|demo>',
    summary: 'Put the objects of a file, or the demo account, into the account',
    load: () => import('./seed-command.ts'),
  },
  {
    words: 'sandbox export',
    usage: '<file|->',
    summary: 'Write the whole account to a file',
    load: () => import('./export-command.ts'),
  },
  {
    words: 'sandbox import',
    usage: '<file|->',
    summary: 'Bring an exported account back',
    load: () => import('./import-command.ts'),
  },
  {
    words: 'sandbox reset',
    summary: 'Throw the account away and start with a new one',
    load: () => import('./reset-command.ts'),
  },
];
