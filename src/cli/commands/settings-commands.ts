import type { LocalCommand } from '../parser/command-tree.ts';

/** The commands that look after settings and keys, in the order of help. */
export const settingsCommands: readonly LocalCommand[] = [
  {
    words: 'login',
    summary: 'Store a base URL and an API key as a profile',
    load: () => import('./login/login-command.ts'),
  },
  {
    words: 'logout',
    usage: '[profile]',
    summary: 'Remove the stored API key of a profile',
    load: () => import('./login/logout-command.ts'),
  },
  {
    words: 'whoami',
    summary: 'Show which service and key commands use, and try the key',
    load: () => import('./login/whoami-command.ts'),
  },
  {
    words: 'profiles list',
    summary: 'List the profiles',
    load: async () => ({ command: (await import('./profiles/show-profiles.ts')).listCommand }),
  },
  {
    words: 'profiles use',
    usage: '<name>',
    summary: 'Use a profile from now on',
    load: async () => ({ command: (await import('./profiles/change-profiles.ts')).useCommand }),
  },
  {
    words: 'profiles show',
    usage: '[name]',
    summary: 'Show what a profile holds, but for its key',
    load: async () => ({ command: (await import('./profiles/show-profiles.ts')).showCommand }),
  },
  {
    words: 'profiles delete',
    usage: '<name>',
    summary: 'Delete a profile and its stored key',
    load: async () => ({ command: (await import('./profiles/change-profiles.ts')).deleteCommand }),
  },
  {
    words: 'config list',
    summary: 'List the settings that hold here',
    load: async () => ({ command: (await import('./config/show-settings.ts')).listCommand }),
  },
  {
    words: 'config get',
    usage: '<setting>',
    summary: 'Print the value of a setting',
    load: async () => ({ command: (await import('./config/show-settings.ts')).getCommand }),
  },
  {
    words: 'config set',
    usage: '<setting> <value>',
    summary: 'Set a setting, for everything or one profile',
    load: async () => ({ command: (await import('./config/change-settings.ts')).setCommand }),
  },
  {
    words: 'config unset',
    usage: '<setting>',
    summary: 'Take a setting out of the settings file',
    load: async () => ({ command: (await import('./config/change-settings.ts')).unsetCommand }),
  },
  {
    words: 'config path',
    summary: 'Print where the settings file is',
    load: async () => ({ command: (await import('./config/show-settings.ts')).pathCommand }),
  },
];
