import { type CatalogueEntry, resources } from '../../contract/index.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import { argumentUsage } from '../operation/targets.ts';
import type { AnyCommand } from '../parser/command-definition.ts';
import { type CommandGroup, commandTree, type LocalCommand } from '../parser/command-tree.ts';
import { resourceWords } from '../words/command-words.ts';

/** A file with one command, or with several by the last of their words. */
type CommandFile =
  | { readonly command: AnyCommand }
  | { readonly commands: Readonly<Record<string, AnyCommand>> };

const abuseReports = () => import('./sandbox/abuse-reports-command.ts');
const agents = () => import('./sandbox/agents-commands.ts');
const agentsConnect = () => import('./sandbox/agents-connect-command.ts');
const api = () => import('./api/api-command.ts');
const apply = () => import('./manifests/apply-command.ts');
const diff = () => import('./manifests/diff-command.ts');
const completion = () => import('./completion/script-commands.ts');
const exec = () => import('./sandbox/exec-command.ts');
const explain = () => import('./explain/explain-command.ts');
const exportAccount = () => import('./manifests/export-command.ts');
const faults = () => import('./sandbox/faults-commands.ts');
const feeds = () => import('./sandbox/feed-commands.ts');
const backup = () => import('./sandbox/backup-command.ts');
const integrity = () => import('./sandbox/integrity-commands.ts');
const logout = () => import('./login/logout-command.ts');
const manifest = () => import('./manifests/manifest-command.ts');
const openapi = () => import('./openapi/openapi-command.ts');
const login = () => import('./login/login-command.ts');
const ownedBy = () => import('./owned-by/owned-by-command.ts');
const profiles = () => import('./profiles/profiles-commands.ts');
const sandbox = () => import('./sandbox/account-commands.ts');
const trafficPolicy = () => import('./traffic-policy/validate-command.ts');
const seeds = () => import('./sandbox/seed-commands.ts');
const authorities = () => import('./certificates/authorities-commands.ts');
const serve = () => import('./serve/serve-command.ts');
const settings = () => import('./config/change-settings.ts');
const settingsShown = () => import('./config/show-settings.ts');
const version = () => import('./version/version-command.ts');
const whoami = () => import('./login/whoami-command.ts');

/** In the order of help: the words with what they take, a summary, and the file that is loaded when they are named. */
const table: readonly (readonly [line: string, summary: string, file: () => Promise<CommandFile>])[] = [
  ['login', 'Store a base URL and an API key as a profile', login],
  ['logout [profile]', 'Remove the stored API key of a profile', logout],
  ['whoami', 'Show which service and key commands use, and try the key', whoami],
  ['owned-by <id|me>', 'Show everything that a user or bot owns', ownedBy],
  ['export [kind...]', 'Write the account as a manifest, for diff and apply', exportAccount],
  ['diff', 'Show what apply would do', diff],
  ['apply [plan]', 'Make the account like a file', apply],
  ['manifest schema', 'Print the JSON Schema of manifests, for editors', manifest],
  [
    'traffic-policy validate <file...>',
    'Say what is wrong with traffic policies before they are sent',
    trafficPolicy,
  ],
  ['profiles list', 'List the profiles', profiles],
  ['profiles use <name>', 'Use a profile from now on', profiles],
  ['profiles show [name]', 'Show what a profile holds, but for its key', profiles],
  ['profiles delete <name>', 'Delete a profile and its stored key', profiles],
  ['config list', 'List the settings that hold here', settingsShown],
  ['config get <setting>', 'Print the value of a setting', settingsShown],
  ['config set <setting> <value>', 'Set a setting, for everything or one profile', settings],
  ['config unset <setting>', 'Remove a setting from the settings file', settings],
  ['config path', 'Print where the settings file is', settingsShown],
  ['serve', 'Host the whole service on this machine, on one file', serve],
  ['ssh-authorities list', 'List the SSH certificate authorities that certificates tell of', authorities],
  ['ssh-authorities show <id>', 'Show one, with the lines for known_hosts and sshd_config', authorities],
  ['sandbox exec -- <command...>', 'Run a command against a sandbox of its own that goes away with it', exec],
  ['sandbox events', 'Show what changed in the account, and which destinations hear of it', feeds],
  ['sandbox requests', 'Show the requests that a running serve answered', feeds],
  ['sandbox agents list', 'List the simulated agents that are online', agents],
  ['sandbox agents connect', 'Connect a simulated agent', agentsConnect],
  ['sandbox agents disconnect <session-id>', 'Disconnect a simulated agent', agents],
  [
    'sandbox agents offer-update <session-id> <version>',
    'Offer another version to a simulated agent',
    agents,
  ],
  ['sandbox abuse-reports process <id>', 'Decide on the hostnames of an abuse report', abuseReports],
  ['sandbox faults list', 'List the faults that a running serve makes on purpose', faults],
  ['sandbox faults add <fault...>', 'Make a running serve fail on purpose', faults],
  ['sandbox faults clear [fault-id...]', 'End faults of a running serve', faults],
  ['sandbox info', 'Show account, SSH certificate authorities and size of the data file', sandbox],
  ['sandbox path', 'Print where the data file is', sandbox],
  ['sandbox backup <file>', 'Copy the data file and its key, also while it is served', backup],
  ['sandbox check', 'Read everything in the data file and say what is damaged', integrity],
  ['sandbox recover <file>', 'Save what is sound in a damaged data file into a new one', integrity],
  ['sandbox seed <file|demo>', 'Put the objects of a file, or the demo account, into the account', seeds],
  ['sandbox export <file|->', 'Write the whole account to a file', seeds],
  ['sandbox import <file|->', 'Bring an exported account back', seeds],
  ['sandbox reset', 'Throw the account away and start with a new one', sandbox],
  ['api [method] <path>', 'Send any request to the service', api],
  ['openapi', 'Print the OpenAPI document of the API', openapi],
  ['explain [code]', 'Explain an error code, or list all of them', explain],
  ['version', 'Show the version, and what it runs on', version],
  ['completion bash', 'Print the completion script of bash', completion],
  ['completion zsh', 'Print the completion script of zsh', completion],
  ['completion fish', 'Print the completion script of fish', completion],
  ['completion powershell', 'Print the completion script of PowerShell', completion],
  ['completion install', 'Put the completion script where your shell looks for it', completion],
  ['completion uninstall', 'Remove the completion script that install wrote', completion],
];

const commands: readonly LocalCommand[] = table.map(([line, summary, file]) => {
  const [words = '', usage] = line.split(/ (?=[<[]|-- )(.*)/);
  return { words, usage, summary, load: () => loadFrom(file, words.slice(words.lastIndexOf(' ') + 1)) };
});

async function loadFrom(file: () => Promise<CommandFile>, verb: string): Promise<AnyCommand> {
  const loaded = await file();
  const command = 'command' in loaded ? loaded.command : loaded.commands[verb];
  if (command === undefined) throw new Error(`the file of ${verb} does not hold it`);
  return command;
}

/** The commands that are not operations of the API, in the order of help. */
export function localCommands(operations: readonly CatalogueEntry[]): LocalCommand[] {
  return [
    ...commands,
    listOfCommands(operations),
    ...operations.filter(isEditable).map(editOfResource),
    ...operations.filter(({ verb }) => verb === 'get').flatMap(verbsOfResource),
  ];
}

/** Words with help of their own that need another word. */
export const commandGroups: readonly CommandGroup[] = [
  {
    words: 'edit',
    usage: '<resource> <id>',
    summary: 'Change an object in your editor',
    heading: 'Resources',
    load: async () => (await import('./edit/edit-command.ts')).editHelp,
  },
];

/** Whether an operation changes members of something that can be read; of several the first. */
function isEditable({ resource, operation }: CatalogueEntry): boolean {
  const changing = Object.values(resource.operations).find(
    ({ method, body }) =>
      (method === 'PATCH' || method === 'PUT') && Object.keys(body?.properties ?? {}).length > 0,
  );
  return operation === changing && resource.operations.get !== undefined;
}

function editOfResource(entry: CatalogueEntry): LocalCommand {
  return {
    words: `edit ${resourceWords(entry.resource).join(' ')}`,
    usage: argumentUsage(entry),
    summary: entry.operation.summary,
    load: async () => (await import('./edit/edit-command.ts')).editCommand(entry),
  };
}

/** The command that lists the commands. */
function listOfCommands(operations: readonly CatalogueEntry[]): LocalCommand {
  const tree = () => commandTree(operations, localCommands(operations), commandGroups);
  return {
    words: 'commands',
    usage: '[word...]',
    summary: 'List every command, for programs with all that it takes',
    load: async () => (await import('./commands/commands-command.ts')).commandsCommand(tree),
  };
}

const rotateKey: LocalCommand = {
  words: 'api-keys rotate',
  usage: '<id>',
  summary: 'Replace an API key by a new one',
  load: async () => (await import('./api-keys/rotate-command.ts')).command,
};

/**
 * Verbs that are more or less than one operation, by what the contract says: whatever can be got can be waited for, and
 * what has an SSH certificate in it can be read.
 * @param entry the resource's `get`
 */
function verbsOfResource(entry: CatalogueEntry): LocalCommand[] {
  const words = resourceWords(entry.resource).join(' ');
  const wait: LocalCommand = {
    words: `${words} wait`,
    usage: argumentUsage(entry),
    summary: 'Wait until it exists, is gone, or has a value',
    load: async () => (await import('./wait/wait-command.ts')).waitCommand(entry),
  };
  if (entry.operation === (resources.apiKeys.operations.get as Operation)) return [wait, rotateKey];
  if (!hasCertificate(entry)) return [wait];
  const inspect: LocalCommand = {
    words: `${words} inspect`,
    usage: '<file|id|->',
    summary: 'Show what stands in a certificate',
    load: async () => (await import('./certificates/inspect-command.ts')).inspectCommand(entry),
  };
  const needsRenewal: LocalCommand = {
    words: `${words} needs-renewal`,
    usage: '<file>',
    summary: 'Tell whether a certificate should be renewed',
    load: async () => (await import('./certificates/needs-renewal-command.ts')).needsRenewalCommand(entry),
  };
  const renew: LocalCommand = {
    words: `${words} renew`,
    usage: '<file>',
    summary: 'Renew a certificate in its file',
    load: async () => (await import('./certificates/renew-command.ts')).renewCommand(entry),
  };
  return [wait, inspect, needsRenewal, renew];
}

function hasCertificate({ operation }: CatalogueEntry): boolean {
  const members = Object.values(operation.returns?.properties ?? {});
  return members.some((member) => typeof member === 'object' && member['x-ssh-certificate'] !== undefined);
}
