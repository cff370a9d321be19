import { knownSettings, settingNames, settingVariable } from '../settings/known-settings.ts';

const ofSettings = settingNames.flatMap((name) => {
  const variable = settingVariable(name);
  return variable === undefined ? [] : [`  ${variable.padEnd(24)}${knownSettings[name].schema.description}`];
});

/** What commands read of the environment, and what stands above what. */
export const environmentHelp = `What holds for a command is looked for in this order; the first that has it
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
config list show what holds and why.

Who and where:
  TUNNELCTL_API_KEY       token of an API key
  TUNNELCTL_PROFILE       profile to use, or sandbox
  TUNNELCTL_CONFIG_DIR    directory of settings.json and keys.json

Settings:
${ofSettings.join('\n')}

Behaviour:
  TUNNELCTL_NO_INPUT      when set, never ask for anything
  TUNNELCTL_EXACT_IDS     when set, take nothing but whole ids for objects
  TUNNELCTL_DEBUG         when set, show where in the program an error is
  PAGER                   pager where TUNNELCTL_PAGER is not set
  NO_COLOR                when set, no colours
  FORCE_COLOR             colours without a terminal too; also CLICOLOR_FORCE
  VISUAL, EDITOR          editor for tunnelctl edit, and for texts of several
                          lines that are asked for
  HTTPS_PROXY             proxy to use; HTTP_PROXY for http, NO_PROXY for none

Directories (XDG base directory specification):
  XDG_CONFIG_HOME         settings and keys, in tunnelctl/; else ~/.config
  XDG_DATA_HOME           the sandbox, in tunnelctl/; else ~/.local/share
  XDG_STATE_HOME          what apply sent, as digests, in tunnelctl/; else
                          ~/.local/state
  XDG_CACHE_HOME          what can be made again, in tunnelctl/; else ~/.cache
`;
