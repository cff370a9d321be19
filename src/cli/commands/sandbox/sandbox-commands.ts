import type { LocalCommand } from '../../parser/command-tree.ts';

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
    load: async () => ({ command: (await import('./agents-commands.ts')).listCommand }),
  },
  {
    words: 'sandbox agents connect',
    summary: 'Bring a simulated agent on line',
    load: () => import('./agents-connect-command.ts'),
  },
  {
    words: 'sandbox agents disconnect',
    usage: '<session-id>',
    summary: 'Take a simulated agent off line',
    load: async () => ({ command: (await import('./agents-commands.ts')).disconnectCommand }),
  },
  {
    words: 'sandbox agents offer-update',
    usage: '<session-id> <version>',
    summary: 'Let there be another version for a simulated agent',
    load: async () => ({ command: (await import('./agents-commands.ts')).offerUpdateCommand }),
  },
  {
    words: 'sandbox faults list',
    summary: 'List the faults that a running serve makes on purpose',
    load: async () => ({ command: (await import('./faults-commands.ts')).listCommand }),
  },
  {
    words: 'sandbox faults add',
    usage: '<fault...>',
    summary: 'Make a running serve fail on purpose',
    load: async () => ({ command: (await import('./faults-commands.ts')).addCommand }),
  },
  {
    words: 'sandbox faults clear',
    usage: '[fault-id...]',
    summary: 'End faults of a running serve',
    load: async () => ({ command: (await import('./faults-commands.ts')).clearCommand }),
  },
  {
    words: 'sandbox info',
    summary: 'Show account, SSH certificate authorities and size of the data file',
    load: async () => ({ command: (await import('./info-commands.ts')).infoCommand }),
  },
  {
    words: 'sandbox path',
    summary: 'Print where the data file is',
    load: async () => ({ command: (await import('./info-commands.ts')).pathCommand }),
  },
  {
    words: 'sandbox seed',
    usage: '<file|demo>',
    summary: 'Put the objects of a file, or the demo account, into the account',
    load: async () => ({ command: (await import('./seed-commands.ts')).seedCommand }),
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
    load: async () => ({ command: (await import('./seed-commands.ts')).importCommand }),
  },
  {
    words: 'sandbox reset',
    summary: 'Throw the account away and start with a new one',
    load: () => import('./reset-command.ts'),
  },
];
