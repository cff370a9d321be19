import { spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../src/contract/examples/demo-ids.ts';
import { tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { hasTmux, openShell } from '../harness/terminal.ts';

const hasVi = spawnSync('sh', ['-c', 'command -v vi']).status === 0;
const { app } = demoIds.endpoints;

/** A terminal whose commands call a demo account of its own. */
async function open(variables: Record<string, string> = {}) {
  const cwd = temporaryDirectory();
  const temporary = temporaryDirectory();
  const sandbox = await startServe(['--ephemeral', '--seed', 'demo']);
  const env = { ...sandbox.env, HOME: cwd, TMPDIR: temporary, NO_COLOR: '1', ...variables };
  const terminal = await openShell(env, { cwd, rows: 60 });
  const record = async () =>
    JSON.parse((await tunnelctl(['endpoints', 'get', app, '-o', 'json'], { env })).stdout);
  const left = () => readdirSync(temporary);
  return { terminal, cwd, temporary, env, record, left };
}

describe.skipIf(!hasTmux)('edit at a real terminal (needs tmux)', () => {
  it.skipIf(!hasVi)('opens vi, and again where something is wrong', async () => {
    const { terminal, record, left } = await open();
    terminal.type(`tunnelctl edit endpoints ${app}`, 'Enter');
    await terminal.shows(/^# Change a cloud endpoint: [\s\S]*^pooling_enabled: false$/m);
    terminal.type(':%s/^pooling_enabled: false/pooling_enabled: maybe', 'Enter', ':wq', 'Enter');
    await terminal.shows(/^#! line \d+: pooling_enabled must be a boolean, not a string$/m);
    terminal.type(':%s/^pooling_enabled: maybe/pooling_enabled: true', 'Enter', ':wq', 'Enter');
    await terminal.shows(
      /^ {2}pooling_enabled: false -> true$[\s\S]*^pooling_enabled: +true$[\s\S]*^ready>$/m,
    );
    expect(await record()).toMatchObject({ pooling_enabled: true });
    expect(left()).toEqual([]);
    terminal.type(`clear; tunnelctl edit endpoints ${app}`, 'Enter');
    await terminal.shows(/^# Change a cloud endpoint/m);
    terminal.type(':q!', 'Enter');
    await terminal.shows(/^edit cancelled, nothing was changed$/m);
  });

  it('offers what there is to edit where no id is given', async () => {
    const { terminal, record } = await open({ VISUAL: "sed -i 's/^description:.*/description: chosen/'" });
    terminal.type('tunnelctl edit endpoints', 'Enter');
    await terminal.shows(/\? id of the endpoint[\s\S]*https:\/\/demo\.example\.com/);
    terminal.type('//app.example');
    await terminal.shows(new RegExp(`❯ ${app} .*\\n\\n`));
    terminal.type('Enter');
    await terminal.shows(/^description: +chosen$/m);
    expect(await record()).toMatchObject({ description: 'chosen' });
  });

  it('ends with an editor that Ctrl-C ends, and keeps what it wrote', async () => {
    const { terminal, cwd, record, temporary, left } = await open();
    const editor = join(cwd, 'editor');
    writeFileSync(editor, '#!/bin/sh\necho "# mine" >> "$1"\necho "opened it"\nexec sleep 600\n');
    chmodSync(editor, 0o755);
    const before = await record();
    terminal.type(`VISUAL='${editor}' tunnelctl edit endpoints ${app}; echo code $?`, 'Enter');
    await terminal.shows(/^opened it$/m);
    terminal.type('C-c');
    await terminal.shows(/error: interrupted: nothing was changed[\s\S]*^code 130$/m);
    const [folder = ''] = left();
    expect(readFileSync(join(temporary, folder, `endpoints-${app}.yml`), 'utf8')).toMatch(/\n# mine\n$/);
    expect(await record()).toEqual(before);
  });
});
