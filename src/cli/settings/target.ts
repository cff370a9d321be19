import { CliError, fieldError, usageError } from '../errors/cli-error.ts';
import type { Streams } from '../streams.ts';
import type { EffectiveSettings } from './effective-settings.ts';
import type { GlobalOptions } from './global-options.ts';
import { type Found, formatOrigin } from './origin.ts';
import { requireProfile, sandboxProfile } from './profile.ts';

/** Where the service in this process is, for its URIs: no socket; names under .localhost stay here (RFC 6761). */
export const sandboxUrl = 'http://sandbox.localhost';

/** What a command runs against: the service in this process, or one at a base URL. */
export type Target = { readonly kind: 'sandbox'; readonly settings: EffectiveSettings } | ServiceTarget;

/** The service at a base URL. */
export interface ServiceTarget {
  readonly kind: 'service';
  readonly settings: EffectiveSettings;
  readonly baseUrl: Found<string>;
}

/** What of a command's context says what it runs against. */
interface TargetContext {
  readonly options: GlobalOptions;
  readonly settings: EffectiveSettings;
  readonly streams: Pick<Streams, 'env'>;
}

/** Finds what a command runs against, before any key is looked for. Throws a CliError when nothing says it. */
export function findTarget({ options, settings, streams }: TargetContext): Target {
  const { profile, stored } = settings;
  if (profile) requireProfile(stored, profile);
  const baseUrl = settings.get('base-url');
  if (profile?.value === sandboxProfile) {
    if (baseUrl === undefined) return { kind: 'sandbox', settings };
    const ranks = ['settings', 'environment', 'option'];
    const conflict = ranks.indexOf(profile.origin.from) - ranks.indexOf(baseUrl.origin.from);
    // What stands above the other is meant; what stands beside it is a mistake that could hit the wrong account.
    if (conflict > 0) return { kind: 'sandbox', settings };
    if (conflict === 0) {
      const sandbox = profile.origin.from === 'option' ? givenAs(options) : 'TUNNELCTL_PROFILE=sandbox';
      throw usageError(`${sandbox} and ${formatOrigin(baseUrl.origin)} name two services; give one`);
    }
  }
  if (options.data !== undefined) {
    throw fieldError('--data', 'is the file of the sandbox; give --sandbox as well');
  }
  if (baseUrl === undefined) {
    throw notConfigured(
      streams.env.TUNNELCTL_API_KEY || options.apiKey ? 'base URL' : 'base URL and no API key',
    );
  }
  return { kind: 'service', settings, baseUrl };
}

function givenAs({ sandbox }: GlobalOptions): string {
  return sandbox ? '--sandbox' : '--profile sandbox';
}

/** @param missing what there is none of, as `API key` */
export function notConfigured(missing: string): CliError {
  return new CliError('NOT_CONFIGURED', `no ${missing} to call the service with`, {
    hint:
      'run tunnelctl login, set TUNNELCTL_BASE_URL and TUNNELCTL_API_KEY (or --base-url and --api-key), ' +
      'or add --sandbox to run against the service in this process',
    next: ['tunnelctl login', 'tunnelctl help environment', 'tunnelctl --sandbox endpoints list'],
  });
}
