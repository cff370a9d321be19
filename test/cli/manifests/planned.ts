import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import type { CommandContext } from '../../../src/cli/context.ts';
import { createStdinReader } from '../../../src/cli/input/named-file.ts';
import { readManifests } from '../../../src/cli/manifests/files/read-manifests.ts';
import { makePlan, type PlanOptions } from '../../../src/cli/manifests/planning/make-plan.ts';
import type { Plan } from '../../../src/cli/manifests/planning/plan.ts';
import { createClient } from '../../../src/client/client.ts';
import { openSandbox } from '../../../src/hosting/in-process.ts';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** A plan, and what no output of it may repeat. */
export interface Planned {
  readonly plan: Plan;
  readonly hidden: ReadonlyMap<string, string>;
}

/**
 * The plan that makes an account of its own like a manifest.
 * @param account a seed, `demo` or a text
 * @param env what references of the manifest find
 */
export async function planned(
  account: string,
  manifest: string,
  { env = {}, ...options }: Partial<PlanOptions> & { env?: Record<string, string> } = {},
): Promise<Planned> {
  const folder = temporaryDirectory();
  const file = join(folder, 'sandbox.db');
  const isDemo = account === 'demo';
  const seeding = ['--sandbox', '--data', file, 'sandbox', 'seed', isDemo ? 'demo' : '-'];
  expect(await runCli(seeding, { stdin: isDemo ? '' : account })).toMatchObject({ exitCode: 0 });
  const { transport, close } = await openSandbox({ file, baseUrl: 'http://api.test' });
  onTestFinished(close);
  const client = createClient({ baseUrl: 'http://api.test', transport, userAgent: 'test' });
  writeFileSync(join(folder, 'account.yml'), manifest);
  const streams = { env, cwd: folder } as CommandContext['streams'];
  const context = { streams, stdin: createStdinReader(streams) } as CommandContext;
  const read = await readManifests({ names: ['account.yml'], variables: new Map() }, context);
  const plan = await makePlan(client, read, {
    rotate: false,
    appliedBefore: () => () => undefined,
    ...options,
  });
  return { plan, hidden: read.hidden };
}

/** An id that looks like those of the API. */
export const idOf = (prefix: string, digit: number) => `${prefix}_3KHTkB6oJg5NIowPiOVzSJsUDm${digit}`;

/** A policy that denies, as a block that stands this far in. */
export function policy(status: number, indent = 0): string {
  const text = `on_http_request:\n  - actions:\n      - type: deny\n        config:\n          status_code: ${status}\n`;
  return text.replace(/^(?=.)/gm, ' '.repeat(indent));
}

/** The one-byte CSI, with a colour; what turns a line around; a carriage return; what ends a line elsewhere. */
export const hostile = 'a\u009b31m\u202eb\rc\u2028d\u0007';

/** What a terminal obeys, but for line breaks. */
export const obeyed = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u;
