import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { randomNumbers } from '../random-numbers.ts';
import { Disk, type Tree } from './disk.ts';
import { type FileOperation, nameOf, type Recorded } from './operations.ts';
import type { Recording } from './recording.ts';

export interface Proof {
  readonly recording: Pick<Recording, 'folder' | 'before' | 'operations'>;
  /** How many different disks to look at. */
  readonly states: number;
  readonly seed: number;
  /** What had to be there at this moment, as a text that differs where that does. */
  readonly owed: (at: number) => string;
  /** Throws where a folder with what was left of it does not hold what had to be there at this moment. */
  readonly check: (folder: string, at: number) => Promise<void>;
  /** How many disks with a loss are enough to know; 5 where absent. */
  readonly enough?: number;
}

/**
 * Cuts the power at moments all over a recording, and checks what may be left on the disk.
 * @returns how many disks were looked at, and of each loss what was found, and whose lack it is
 */
export async function cutPower(proof: Proof): Promise<{ states: number; losses: string[] }> {
  const { recording, seed, enough = 5 } = proof;
  const random = randomNumbers(seed);
  const losses: string[] = [];
  let states = 0;
  for (const { tree, disk, after } of leftovers(proof, random)) {
    states += 1;
    const problem = await problemOf(tree, after.at, proof.check, random);
    if (problem === undefined) continue;
    const blame = await blameFor(disk, after.at, proof.check, random);
    const loss = `${problem}\nafter: ${nameOf(after)} (operation ${after.at}, seed ${seed})\n${blame}`;
    losses.push(loss.replaceAll(`${recording.folder}/`, ''));
    if (losses.length >= enough) break;
  }
  return { states, losses };
}

/** What is wrong with what was left; undefined where nothing is. */
async function problemOf(
  tree: Tree,
  at: number,
  check: Proof['check'],
  random: () => number,
): Promise<string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'tunnelctl-test-'));
  try {
    writeTree(folder, tree, random);
    await check(folder, at);
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Names the operations that break the promise: those whose loss alone is enough, else all that could be lost. */
async function blameFor(
  disk: Disk,
  at: number,
  check: Proof['check'],
  random: () => number,
): Promise<string> {
  const groups = new Map<string, Recorded<FileOperation>[]>();
  for (const operation of disk.unsynced()) {
    const name = nameOf(operation);
    groups.set(name, [...(groups.get(name) ?? []), operation]);
  }
  const guilty: string[] = [];
  for (const [name, operations] of groups) {
    if ((await problemOf(disk.without(new Set(operations)), at, check, random)) !== undefined)
      guilty.push(name);
  }
  if (guilty.length > 0) return `not synced, which alone is enough: ${guilty.join(', ')}`;
  return `not synced: ${[...groups.keys()].join(', ') || 'nothing'}`;
}

/** Different disks, those of each kind of operation about as often as those of any other. */
function* leftovers(
  { recording, states, owed }: Pick<Proof, 'recording' | 'states' | 'owed'>,
  random: () => number,
): Iterable<{ tree: Tree; disk: Disk; after: Recorded }> {
  const { folder, before, operations } = recording;
  const cuts = planCuts(operations, states, random);
  const disk = new Disk(folder, before);
  const seen = new Set<string>();
  let missing = 0;
  for (const [i, after] of operations.entries()) {
    if (after.kind !== 'answer') disk.apply(after);
    missing += cuts.get(i) ?? 0;
    if (missing === 0) continue;
    // Where little is under way there are not as many different disks: the next operation makes up for it.
    for (let tries = 4 * missing; tries > 0 && missing > 0; tries--) {
      const tree = disk.afterPowerCut(random);
      const digest = digestOf(tree, owed(after.at));
      if (seen.has(digest)) continue;
      seen.add(digest);
      missing -= 1;
      yield { tree, disk, after };
    }
  }
}

/** How many disks to look at after each operation, by its index. */
function planCuts(operations: readonly Recorded[], count: number, random: () => number): Map<number, number> {
  const kinds = new Map<string, number[]>();
  for (const [i, operation] of operations.entries()) {
    const kind = kindOf(operation);
    kinds.set(kind, [...(kinds.get(kind) ?? []), i]);
  }
  const groups = [...kinds.values()];
  const cuts = new Map<number, number>();
  for (let n = 0; n < count; n++) {
    const group = groups[n % groups.length] ?? [];
    const index = group[Math.floor(random() * group.length)] ?? 0;
    cuts.set(index, (cuts.get(index) ?? 0) + 1);
  }
  return cuts;
}

function kindOf(operation: Recorded): string {
  return operation.kind === 'answer' ? 'answer' : `${operation.kind} ${basename(operation.path)}`;
}

function digestOf(tree: Tree, owed: string): string {
  const hash = createHash('sha1').update(owed);
  for (const [name, content] of [...tree].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(`\0${name}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

function writeTree(folder: string, tree: Tree, random: () => number): void {
  for (const [name, content] of tree) {
    const path = join(folder, name);
    if (content === 'directory') mkdirSync(path, { mode: 0o700 });
    // Memory that processes shared: nobody knows what of it reached the disk.
    else if (name.endsWith('-shm')) {
      if (random() < 0.5)
        writeFileSync(path, Buffer.alloc(32_768, Math.floor(random() * 256)), { mode: 0o600 });
    } else writeFileSync(path, content, { mode: 0o600 });
  }
}

/** A recording of a program that leaves some syncs out, to see that their lack is found. */
export function without(
  { folder, before, operations }: Recording,
  isLeftOut: (operation: FileOperation) => boolean,
): Proof['recording'] {
  const kept = operations.filter((operation) => operation.kind === 'answer' || !isLeftOut(operation));
  return { folder, before, operations: kept };
}
