import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { draftOf } from '../../src/files/leftovers.ts';
import { isRunning, ownMark } from '../../src/files/process-mark.ts';
import { writeWholeFile } from '../../src/files/write-file.ts';
import { leaveDrafts, markOfEnded } from '../harness/left-drafts.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

/** A mark with another member: `pid`, `start`, `boot` or `machine`. */
function markWith(changes: Partial<Record<'pid' | 'start' | 'boot' | 'machine', string>>): string {
  const [pid, start, boot, machine] = ownMark().split('-');
  return Object.values({ pid, start, boot, machine, ...changes }).join('-');
}

describe('the mark of a process', () => {
  it('says that it runs, and that it does not any more', async () => {
    expect(isRunning(ownMark())).toBe(true);
    expect(isRunning(markOfEnded())).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is not taken for that of another with the same number', () => {
    expect(isRunning(markWith({ start: '1' }))).toBe(false);
    expect(isRunning(markWith({ boot: 'before' }))).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'says of one that has ended and that nobody asked about: it is gone',
    async () => {
      // A shell that never waits for its child.
      const shell = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 600'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      onTestFinished(() => void shell.kill('SIGKILL'));
      const [line] = await once(shell.stdout, 'data');
      const pid = String(line).trim();
      const stat = () => readFileSync(`/proc/${pid}/stat`, 'utf8');
      await expect.poll(stat).toContain(') Z ');
      const start = Number(stat().split(') ')[1]?.split(' ')[19]).toString(36);
      expect(isRunning(markWith({ pid, start }))).toBe(false);
    },
  );

  it('says nothing of another machine, and nothing where it is none', () => {
    expect(isRunning(markWith({ machine: 'another' }))).toBeUndefined();
    expect(isRunning('')).toBeUndefined();
    expect(isRunning('4711')).toBeUndefined();
  });
});

describe('a file that is written', () => {
  it('takes away the drafts of killed processes, and none that may be of one that runs', async () => {
    const directory = temporaryDirectory();
    const { running } = leaveDrafts(directory);
    const foreign = running.replace(ownMark(), markWith({ machine: 'another' }));
    const old = foreign.replace(/[0-9a-f]{12}\.part$/, 'aaaaaaaaaaaa.part');
    for (const name of [foreign, old]) writeFileSync(join(directory, name), '');
    const twoDaysAgo = Date.now() / 1000 - 2 * 86_400;
    utimesSync(join(directory, old), twoDaysAgo, twoDaysAgo);
    await writeWholeFile(join(directory, 'file.txt'), 'new', 0o600);
    expect(readdirSync(directory).sort()).toEqual(['file.txt', foreign, running].sort());
  });

  it('leaves everything alone that only looks like a draft of ours', async () => {
    const directory = temporaryDirectory();
    const draft = basename(draftOf(join(directory, 'x'))).replace(ownMark(), markOfEnded());
    const names = [
      `${draft}.bak`,
      draft.slice(1),
      draft.replace('.tunnelctl', '.other'),
      'a.part',
      '.a.part',
    ];
    for (const name of names) writeFileSync(join(directory, name), '');
    await writeWholeFile(join(directory, 'file.txt'), 'new', 0o600);
    expect(readdirSync(directory).sort()).toEqual(['file.txt', ...names].sort());
  });

  it.runIf(process.getuid?.() === 0)("leaves another user's alone, where it could remove it", async () => {
    const directory = temporaryDirectory();
    const { killed, running } = leaveDrafts(directory);
    rmSync(join(directory, `${killed}-wal`));
    chownSync(join(directory, killed), 65_534, 65_534);
    await writeWholeFile(join(directory, 'file.txt'), 'new', 0o600);
    expect(readdirSync(directory).sort()).toEqual(['file.txt', killed, running].sort());
  });

  it('may have a name as long as names can be', async () => {
    const directory = temporaryDirectory();
    mkdirSync(directory, { recursive: true });
    const name = 'x'.repeat(255);
    await writeWholeFile(join(directory, name), 'new', 0o600);
    expect(readdirSync(directory)).toEqual([name]);
  });
});
