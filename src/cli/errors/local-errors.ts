import { type ExitCode, exitCodes } from '../exit-codes.ts';

/** What a code of ours means. Like the API's codes they are stable: scripts branch on them. */
export interface LocalErrorDefinition {
  readonly exitCode: ExitCode;
  /** What happened, as a sentence without a full stop. */
  readonly meaning: string;
  /** What the caller can do about it. */
  readonly remedy: string;
  /** Commands that help next, where the error names none. @param command the words that were understood */
  readonly next?: (command: string) => readonly string[];
}

const seeWho = () => ['tunnelctl whoami'];

/** Failures that no answer of the API reports, by the `code` of the error object. The API's own start with ERR_. */
export const localErrors = {
  USAGE: {
    exitCode: exitCodes.usage,
    meaning: 'the command line cannot be run as it stands; nothing was sent',
    remedy: 'correct what the message names; --help shows what a command takes',
    next: (command) => [`${command} --help`],
  },
  NOT_CONFIGURED: {
    exitCode: exitCodes.usage,
    meaning: 'there is no base URL or no API key to call the service with',
    remedy: 'run tunnelctl login, set TUNNELCTL_BASE_URL and TUNNELCTL_API_KEY, or add --sandbox',
  },
  NO_SANDBOX: {
    exitCode: exitCodes.usage,
    meaning: 'the service at the base URL is not a tunnelctl serve, or one of another version',
    remedy: 'give the address of tunnelctl serve, or --sandbox for the data file on this machine',
  },
  UNKNOWN_PROFILE: {
    exitCode: exitCodes.usage,
    meaning: 'the settings hold no profile of this name',
    remedy: 'see tunnelctl profiles list, or make it with tunnelctl login --profile NAME',
  },
  KEY_OF_ANOTHER_HOST: {
    exitCode: exitCodes.usage,
    meaning: 'the API key belongs to another host than the one that would get it; nothing was sent',
    remedy:
      'give a key for that host with --api-key or TUNNELCTL_API_KEY, or log in to it as a profile of its own',
  },
  SETTINGS_UNREADABLE: {
    exitCode: exitCodes.other,
    meaning: 'the settings file or the keys file cannot be read or is damaged; it was left as it is',
    remedy: 'repair the file that the message names, or move it away',
  },
  SETTINGS_LOCKED: {
    exitCode: exitCodes.unavailable,
    meaning: 'another process is changing the settings and does not come to an end; nothing was changed',
    remedy: 'try again; where that process is gone, remove the lock file that the message names',
  },
  KEYS_EXPOSED: {
    exitCode: exitCodes.other,
    meaning: 'other users can read or write the keys file, so it is not used',
    remedy: 'restrict it with chmod 600, and replace the keys if others may have read them',
  },
  CREDENTIAL_COMMAND_FAILED: {
    exitCode: exitCodes.permission,
    meaning: "the profile's credential-command did not print an API key",
    remedy: 'run the command by hand; tunnelctl config get credential-command shows it',
  },
  NETWORK_REFUSED: {
    exitCode: exitCodes.network,
    meaning: 'nothing accepts connections at the base URL',
    remedy: 'check the port of the base URL, and that the service runs there',
    next: seeWho,
  },
  NETWORK_DNS: {
    exitCode: exitCodes.network,
    meaning: 'the host of the base URL has no address',
    remedy: 'check the host of the base URL, and that this machine can resolve names',
    next: seeWho,
  },
  NETWORK_UNREACHABLE: {
    exitCode: exitCodes.network,
    meaning: 'there is no route to the host of the base URL',
    remedy: 'check the network of this machine: VPN, firewall, IPv6, proxy',
    next: seeWho,
  },
  NETWORK_TLS: {
    exitCode: exitCodes.network,
    meaning: 'no secure connection could be made',
    remedy: 'check host and scheme of the base URL, and that the authority of its certificate is known here',
    next: seeWho,
  },
  NETWORK_PROXY: {
    exitCode: exitCodes.network,
    meaning: 'the proxy cannot be reached or does not let the request through',
    remedy: 'check HTTPS_PROXY and HTTP_PROXY; NO_PROXY names hosts to reach without it',
    next: seeWho,
  },
  NETWORK_TIMEOUT: {
    exitCode: exitCodes.network,
    meaning: 'no complete answer came in time',
    remedy: 'check that the service is well and the network lets you through, or allow more with --timeout',
    next: seeWho,
  },
  NETWORK_RESET: {
    exitCode: exitCodes.network,
    meaning: 'the connection closed before the whole answer had arrived',
    remedy: 'see whether the change was made before you repeat it',
    next: seeWho,
  },
  NETWORK_PROTOCOL: {
    exitCode: exitCodes.network,
    meaning: 'what answers at the base URL does not speak HTTP',
    remedy: 'check the scheme (http or https) and the port of the base URL',
    next: seeWho,
  },
  NETWORK_SIZE: {
    exitCode: exitCodes.network,
    meaning: 'the answer is longer than any answer of this API',
    remedy: 'check the base URL; for a list, take smaller pages with --page-size',
    next: seeWho,
  },
  UNEXPECTED_ANSWER: {
    exitCode: exitCodes.other,
    meaning: 'the answer does not fit this API: another program answered, or another version of the service',
    remedy: 'check the base URL with tunnelctl whoami',
    next: seeWho,
  },
  NOT_CONFIRMED: {
    exitCode: exitCodes.other,
    meaning: 'the confirmation was not given; nothing was changed',
    remedy: 'answer yes, or add --yes to go ahead without being asked',
  },
  NO_SUCH_AUTHORITY: {
    exitCode: exitCodes.notFound,
    meaning: 'no certificate of the account was signed by this authority, so that nothing is known of it',
    remedy: 'see tunnelctl ssh-authorities list',
  },
  NO_DATA_FILE: {
    exitCode: exitCodes.notFound,
    meaning: 'the sandbox has no data file yet',
    remedy: 'run tunnelctl serve or any command with --sandbox, which make one, or name another with --data',
  },
  DATA_FILE_UNUSABLE: {
    exitCode: exitCodes.other,
    meaning:
      'the data file is damaged, of another program, or written by a newer version; it was left as it is',
    remedy: 'do what the message says, or name another file with --data',
  },
  DATA_FILE_UNAVAILABLE: {
    exitCode: exitCodes.unavailable,
    meaning:
      'the data file cannot be used just now: the disk is full or fails, or another process keeps it locked',
    remedy: 'look at the disk that the message names, then try again; nothing was changed',
  },
  MANIFEST_REFUSED: {
    exitCode: exitCodes.refusedInput,
    meaning: 'a manifest says what cannot be, or refers to what is not there; nothing was sent',
    remedy:
      'correct the lines that the message names; tunnelctl manifest schema prints what a manifest may hold',
  },
  COMPARISON_FAILED: {
    exitCode: exitCodes.unavailable,
    meaning: 'the account could not be compared with a manifest; exit code 1 would say that they differ',
    remedy: 'do what the message says, and compare again',
  },
  PLAN_REFUSED: {
    exitCode: exitCodes.refusedInput,
    meaning:
      'the file is no plan that can be carried out here: changed since it was made, or of another account',
    remedy: 'make it anew with tunnelctl diff --out, with the profile that it is meant for',
  },
  ACCOUNT_CHANGED: {
    exitCode: exitCodes.conflict,
    meaning: 'the account is no longer what it was when it was read; nothing was changed',
    remedy: 'look at what is there now, and make the plan or the change anew',
  },
  SEED_REFUSED: {
    exitCode: exitCodes.refusedInput,
    meaning: 'the seed is wrong, or holds what the account has already; nothing was changed',
    remedy: 'correct the lines that the message names, or empty the account with tunnelctl sandbox reset',
  },
  NO_SUCH_RECORD: {
    exitCode: exitCodes.notFound,
    meaning: 'nothing in the account is known by what was given for an id',
    remedy: 'list the collection to see which there are, and give the id of one',
  },
  AMBIGUOUS_ID: {
    exitCode: exitCodes.ambiguous,
    meaning: 'several objects are known by what was given for an id; nothing was done',
    remedy: 'give the id of the one that is meant; the message lists them',
  },
  RESTART_UNSUPPORTED: {
    exitCode: exitCodes.conflict,
    meaning: 'the agent is to update and restart, and cannot restart itself; nothing was requested',
    remedy: 'update it without --restart, then restart the agent on its machine',
  },
  EDITOR_FAILED: {
    exitCode: exitCodes.other,
    meaning:
      'the editor could not be started, did not end well, or left what cannot be read; nothing was changed',
    remedy: 'set VISUAL or EDITOR to a command that waits until the file is closed, as code --wait',
  },
  RECORD_CHANGED: {
    exitCode: exitCodes.conflict,
    meaning: 'somebody else changed the object after it was read; nothing was changed here',
    remedy: 'look at what they made of it, and make your change again',
  },
  WAIT_TIMED_OUT: {
    exitCode: exitCodes.other,
    meaning: 'what was waited for did not happen in time',
    remedy: 'look at the object, and allow more time where that can help',
  },
  OUTPUT_FAILED: {
    exitCode: exitCodes.other,
    meaning: 'what the command had to say could not be written to stdout: a full disk, or nobody who reads',
    remedy: 'see where stdout goes; the message says whether something was changed before',
  },
  INTERRUPTED: {
    exitCode: exitCodes.interrupted,
    meaning: 'the command was interrupted before its end',
    remedy: 'see what was done before you repeat it',
  },
  FAILED: {
    exitCode: exitCodes.other,
    meaning: 'something else failed on this machine',
    remedy: 'read the message; TUNNELCTL_DEBUG=1 shows where in the program it happened',
  },
} as const satisfies Record<string, LocalErrorDefinition>;

export type LocalErrorCode = keyof typeof localErrors;
