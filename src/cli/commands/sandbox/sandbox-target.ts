import { type CommandContext, createContext } from '../../context.ts';
import { CliError, fieldError, usageError } from '../../errors/cli-error.ts';
import type { Origin } from '../../settings/origin.ts';
import { sandboxProfile } from '../../settings/profile.ts';
import { findTarget, type Target } from '../../settings/target.ts';

/** What help says of every verb that acts on whatever is named. */
export const whatIsMeant =
  'Acts on the service that --base-url, a profile or the environment names, with the API key of an admin; with ' +
  '--sandbox, --data or nothing set up on the data file.';

/** What help says of every verb that has to do with the file itself. */
export const onlyFiles =
  'Works on a data file alone: the default one with --sandbox or nothing set up, another one with --data. It is ' +
  'refused where a profile or the environment names a service.';

/** What a verb of `sandbox` acts on, and a context in which a connection leads there. */
export interface SandboxTarget {
  readonly target: Target;
  readonly context: CommandContext;
  /** What named it, as the command line or the environment has it: `--data`; undefined where nothing did. */
  readonly namedBy: string | undefined;
}

/**
 * Finds what a verb of `sandbox` acts on: what is named, as for every other command, and the default data file where
 * nothing is. Throws a CliError where two things are named.
 */
export function findSandbox(context: CommandContext): SandboxTarget {
  const { options, settings, streams, printer } = context;
  const { profile } = settings;
  const onFile = createContext(streams, printer, { ...options, sandbox: true });
  if (options.data !== undefined) {
    const isOther = options.profile !== undefined && options.profile !== sandboxProfile;
    const other = options.baseUrl !== undefined ? '--base-url' : isOther ? '--profile' : undefined;
    if (other !== undefined) throw fieldError('--data', `and ${other} name two services; give one`);
    return { target: findTarget(onFile), context: onFile, namedBy: '--data' };
  }
  const baseUrl = settings.get('base-url');
  if (profile === undefined && baseUrl === undefined) {
    return { target: findTarget(onFile), context: onFile, namedBy: undefined };
  }
  const target = findTarget(context);
  const origin = target.kind === 'service' ? target.baseUrl.origin : profile?.origin;
  return { target, context, namedBy: nameOf(origin, profile) };
}

/** A data file, for a verb that has to do with the file itself. Throws a CliError that names what means a service. */
export function requireDataFile(context: CommandContext, verb: string): CommandContext {
  const { target, context: found, namedBy } = findSandbox(context);
  if (target.kind === 'sandbox') return found;
  throw usageError(`${namedBy} names a service, and ${verb} works on a data file`, {
    field: namedBy,
    hint: 'add --sandbox for the data file on this machine, or --data for another one',
  });
}

/**
 * A running service, for what no file holds. Throws a CliError that names what means a file.
 * @param problem why, with what is missing in a file: `only a running service makes faults; a data file has none`
 */
export function requireService(context: CommandContext, problem: string): CommandContext {
  const { options, settings } = context;
  const isNothingNamed = settings.profile === undefined && settings.get('base-url') === undefined;
  // Says what to set up, as for every command that needs a service.
  if (isNothingNamed && options.data === undefined) findTarget(context);
  const { target, context: found, namedBy } = findSandbox(context);
  if (target.kind === 'service') return found;
  throw usageError(`${namedBy} names a data file: ${problem}`, {
    field: namedBy,
    hint: 'give the address of tunnelctl serve with --base-url, a profile or TUNNELCTL_BASE_URL',
  });
}

/** Refuses every option that names what a command does not act on, because it starts a service of its own. */
export function refuseTarget({ options }: CommandContext, problem: string): void {
  const { data, baseUrl, profile, sandbox } = options;
  const given = {
    '--data': data,
    '--base-url': baseUrl,
    '--profile': profile,
    '--sandbox': sandbox || undefined,
  };
  for (const [flag, value] of Object.entries(given)) {
    if (value !== undefined) throw fieldError(flag, problem);
  }
}

/** A service that is none of ours, or that cannot do this yet. @param lacks what is missing to it */
export function noSandbox(lacks: string): CliError {
  return new CliError('NO_SANDBOX', `the service is not a sandbox: ${lacks}`, {
    hint: 'give the address of tunnelctl serve, or --sandbox for the data file on this machine',
  });
}

function nameOf(origin: Origin | undefined, profile: { readonly origin: Origin } | undefined): string {
  const named = origin?.from === 'profile' ? profile?.origin : origin;
  if (named?.from === 'option' || named?.from === 'environment') return named.name;
  return origin?.from === 'profile' ? `profile ${origin.name}` : 'the settings file';
}
