import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { apiClient } from '../harness/api-client.ts';
import { copyEarlierFile, earlierFiles } from '../harness/earlier-file.ts';
import { mayTrace } from '../harness/strace.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { AccountHistory } from './power-loss/account-history.ts';
import type { FileOperation } from './power-loss/operations.ts';
import { cutPower, type Proof, without } from './power-loss/power-cuts.ts';
import { Recording } from './power-loss/recording.ts';
import { readAccount, type StoredAccount } from './power-loss/stored-account.ts';
import { type Acknowledged, changeConcurrently, type Traffic } from './power-loss/traffic.ts';
import { randomNumbers } from './random-numbers.ts';

// Needs strace, and leave to use it; it stands for no more than the recorded operations, which are of this machine.
const seed = Number(process.env.POWER_LOSS_SEED ?? 20_261_121);

const states = Number(process.env.POWER_LOSS_STATES ?? 500);

const oldFiles = readdirSync(earlierFiles).filter((name) => name.endsWith('.db'));

/** A service that was recorded: what each disk has to hold of it. */
type Recorded = Pick<Proof, 'owed' | 'check'> & { readonly recording: Recording };

/** What an account held before it was served, and a key that it takes. */
interface Earlier {
  readonly before: StoredAccount;
  readonly apiKey: string | null;
}

/** Runs `serve` once for each traffic on one data file. */
async function recordServe(
  recording: Recording,
  name: string,
  runs: readonly (Pick<Traffic, 'writers' | 'changes'> & { readonly end: NodeJS.Signals })[],
  { before, apiKey }: Earlier = { before: { events: [], records: new Map() }, apiKey: null },
): Promise<Recorded> {
  const data = join(recording.folder, name);
  const random = randomNumbers(seed);
  const acknowledged: Acknowledged[] = [];
  const announced = [];
  let key = apiKey;
  for (const [i, { end, ...traffic }] of runs.entries()) {
    const serving = await recording.serve(['--data', data]);
    announced.push(serving.sandbox);
    key = serving.sandbox.api_key ?? key;
    const call = apiClient(serving.sandbox.url, key, traffic.writers);
    acknowledged.push(...(await changeConcurrently(call, { ...traffic, name: `run${i}`, random })));
    await serving.end(end);
  }
  const [first] = announced;
  if (!first) throw new Error('nothing was run');
  const told = { announced: first, acknowledged };
  const history = new AccountHistory(before, await readAccount(data), recording.operations, told);
  return {
    recording,
    owed: (at) => history.owed(at),
    check: (folder, at) => history.check(join(folder, name), at),
  };
}

const isWrite = (end: string) => (operation: FileOperation) =>
  operation.kind === 'write' && operation.path.endsWith(end);

describe.runIf(mayTrace())('serve, when the power goes', () => {
  it('keeps what it answered, and nothing by half, on each of 500 disks that may be left', async () => {
    const recorded = await recordServe(new Recording(temporaryDirectory()), 'new/folder/sandbox.db', [
      { writers: 16, changes: 60, end: 'SIGKILL' },
      { writers: 16, changes: 15, end: 'SIGTERM' },
      { writers: 4, changes: 5, end: 'SIGTERM' },
    ]);
    const { operations } = recorded.recording;
    const filesOf = (isMeant: (operation: FileOperation) => boolean) =>
      operations.filter((operation) => operation.kind !== 'answer' && isMeant(operation)).length;
    // Three checkpoints at least, each of 1,000 pages of the log.
    expect(filesOf(isWrite('-wal'))).toBeGreaterThan(2 * 3000);
    expect(filesOf(isWrite('.db'))).toBeGreaterThan(100);

    expect(await cutPower({ ...recorded, states: enoughFor(states), seed })).toEqual({
      states: atLeast(states),
      losses: [],
    });

    // The same program with some syncs left out loses something, and it is said which.
    const isSync = (end: string) => (operation: FileOperation) =>
      operation.kind === 'sync' && operation.path.endsWith(end);
    const lacking: [isLeftOut: (operation: FileOperation) => boolean, guilty: RegExp][] = [
      [isSync('-wal'), /^not synced, which alone is enough: .*write new\/folder\/sandbox\.db-wal/m],
      [isSync('sandbox.db'), /^not synced.*: .*write new\/folder\/sandbox\.db\b/m],
      [isSync('/new'), /^not synced, which alone is enough: .*mkdir new\/folder/m],
      [isSync('/folder'), /^not synced.*: .*(?:open|link) new\/folder\/sandbox\.db/m],
    ];
    for (const [isLeftOut, guilty] of lacking) {
      const recording = without(recorded.recording, isLeftOut);
      const { losses } = await cutPower({ ...recorded, recording, states: 500, seed, enough: 1 });
      expect(losses[0]).toMatch(guilty);
    }
    // Some minutes on a busy machine.
  }, 1_500_000);

  it.each(oldFiles)('keeps all of %s, which it takes over from an earlier version', async (file) => {
    const recording = new Recording(copyOf(file));
    const before = await readAccount(join(copyOf(file), 'sandbox.db'));
    expect(before.records.size).toBeGreaterThan(0);
    const { api_key: apiKey } = JSON.parse(
      readFileSync(join(earlierFiles, file.replace(/db$/, 'json')), 'utf8'),
    );
    const traffic = { writers: 4, changes: 5, end: 'SIGTERM' } as const;
    const recorded = await recordServe(recording, 'sandbox.db', [traffic], { before, apiKey });
    expect(await cutPower({ ...recorded, states: enoughFor(100), seed })).toEqual({
      states: atLeast(100),
      losses: [],
    });
  });
});

/** How many disks to ask for to have so many: at the end of a run there may be few different ones. */
function enoughFor(states: number): number {
  return Math.ceil(states * 1.1);
}

function atLeast(states: number) {
  return expect.toSatisfy((found: number) => found >= states, `at least ${states}`);
}

/** A folder with a data file of an earlier version and its key. */
function copyOf(file: string): string {
  const folder = temporaryDirectory();
  copyEarlierFile(file, join(folder, 'sandbox.db'));
  return folder;
}
