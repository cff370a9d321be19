import type { LocalCommand } from './index.ts';

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
    load: () => import('./profiles/profiles-list-command.ts'),
  },
  {
    words: 'profiles use',
    usage: '<name>',
    summary: 'Use a profile from now on',
    load: () => import('./profiles/profiles-use-command.ts'),
  },
  {
    words: 'profiles show',
    usage: '[name]',
    summary: 'Show what a profile holds, but for its key',
    load: () => import('./profiles/profiles-show-command.ts'),
  },
  {
    words: 'profiles delete',
    usage: '<name>',
    summary: 'Delete a profile and its stored key',
    load: () => import('./profiles/profiles-delete-command.ts'),
  },
  {
    words: 'config list',
    summary: 'List the settings that hold here',
    load: () => import('./config/config-list-command.ts'),
  },
  {
    words: 'config get',
    usage: '<setting>',
    summary: 'Print the value of a setting',
    load: () => import('./config/config-get-command.ts'),
  },
  {
    words: 'config set',
    usage: '<setting> <value>',
    summary: 'Set a setting, for everything or one profile',
    load: () => import('./config/config-set-command.ts'),
  },
  {
    words: 'config unset',
    usage: '<setting>',
    summary: 'Take a setting out of the settings file',
    load: () => import('./config/config-unset-command.ts'),
  },
  {
    words: 'config path',
    summary: 'Print where the settings file is',
    load: () => import('./config/config-path-command.ts'),
  },
];
