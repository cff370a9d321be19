import { knownSettings, settingNames, settingVariable } from '../../settings/known-settings.ts';

const WIDTH = 24;

const ofSettings = settingNames.flatMap((name) => {
  const variable = settingVariable(name);
  return variable === undefined ? [] : [line(variable, `${knownSettings[name].schema.description}`)];
});

function line(name: string, meaning: string): string {
  return `  ${name.padEnd(WIDTH)}${meaning}`;
}

/** `tunnelctl help environment`. */
export const text = `What holds for a command is looked for in this order; the first that has it
counts:

  1. options of the command line
  2. variables of the environment
  3. the profile in use: --profile, TUNNELCTL_PROFILE, or tunnelctl profiles use
  4. settings for all profiles: tunnelctl config set
  5. the default

A profile that --profile names stands above the environment in where to
connect: its base URL and its key are used, whatever the shell exports. A key
that a profile holds goes to the host that it was stored for and to no other.
--sandbox is the same as --profile sandbox. tunnelctl whoami and tunnelctl
config list --origin show what holds and why.

Who and where:
${[
  line('TUNNELCTL_API_KEY', 'token of an API key'),
  line('TUNNELCTL_PROFILE', 'profile to use, or sandbox'),
  line('TUNNELCTL_CONFIG_DIR', 'directory of settings.json and keys.json'),
].join('\n')}

Settings:
${ofSettings.join('\n')}

ResourceHandlers:
${[
  line('TUNNELCTL_NO_INPUT', 'when set, never ask for anything'),
  line('TUNNELCTL_DEBUG', 'when set, show where in the program an error is'),
  line('PAGER', 'pager where TUNNELCTL_PAGER is not set'),
  line('NO_COLOR', 'when set, no colours'),
  line('FORCE_COLOR', 'colours without a terminal too; also CLICOLOR_FORCE'),
  line('VISUAL, EDITOR', 'editor for texts of several lines'),
  line('HTTPS_PROXY', 'proxy to use; HTTP_PROXY for http, NO_PROXY for none'),
].join('\n')}

Directories (XDG base directory specification):
${[
  line('XDG_CONFIG_HOME', 'settings and keys, in tunnelctl/; else ~/.config'),
  line('XDG_DATA_HOME', 'the sandbox, in tunnelctl/; else ~/.local/share'),
  line('XDG_CACHE_HOME', 'what can be made again, in tunnelctl/; else ~/.cache'),
].join('\n')}
`;
