import { randomInt } from 'node:crypto';
import { CodedError } from '../../contract/errors/coded-error.ts';
import type { Middleware } from '../app/app.ts';
import { FaultError } from './fault.ts';
import { Faults } from './faults.ts';
import { injectFaults } from './inject-faults.ts';
import { limitRate, parseRateLimit } from './rate-limit.ts';

/** What goes wrong on purpose. */
export interface FaultOptions {
  /** Each as `operation=endpoints.create,status=503,rate=0.2`. */
  readonly faults?: readonly string[] | undefined;
  /** Makes a run with faults repeat; by default another one each time. */
  readonly faultSeed?: number | undefined;
  /** For each API key, as `120/60s`. */
  readonly rateLimit?: string | undefined;
}

export interface FaultInjection {
  readonly faults: Faults;
  /** Around what answers operations, and nothing else: what is served beside the API gets none. */
  readonly middlewares: readonly Middleware[];
  readonly warnings: readonly string[];
}

/** @throws CodedError naming the option, and the part of it that cannot be read */
export function prepareFaults(options: FaultOptions = {}): FaultInjection {
  const { faults: texts = [], faultSeed = randomInt(2 ** 32), rateLimit } = options;
  const limit = rateLimit === undefined ? undefined : parseRateLimit(rateLimit);
  const faults = new Faults(faultSeed);
  try {
    faults.add(texts);
  } catch (error) {
    if (!(error instanceof FaultError)) throw error;
    throw new CodedError('USAGE', `--fault ${error.message}`, { field: '--fault' });
  }
  return {
    faults,
    middlewares: [...(limit ? [limitRate(limit, () => performance.now())] : []), injectFaults(faults)],
    warnings:
      texts.length === 0 ? [] : [`faults are made on purpose; --fault-seed ${faultSeed} repeats this run`],
  };
}
