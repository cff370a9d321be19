import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeEach, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cleanEnvironment, launcher } from '../harness/built-program.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const [, below = ''] = readme.split('\n## The account as a file\n');
const [section = ''] = below.split('\n## ');

/** The blocks of the section in one language. */
function blocks(language: string): string[] {
  return [...section.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))].map(
    ([, block = '']) => block,
  );
}

interface Step {
  readonly run?: string;
}
interface Workflow {
  readonly on: Record<string, unknown>;
  readonly env: Record<string, string>;
  readonly jobs: Record<'diff' | 'apply', { readonly steps: readonly Step[] }>;
}

const [workflowText = ''] = blocks('yaml');
const workflow = parse(workflowText) as Workflow;

let cwd: string;

beforeEach(() => {
  cwd = temporaryDirectory();
  mkdirSync(join(cwd, 'bin'));
  symlinkSync(launcher, join(cwd, 'bin', 'tunnelctl'));
});

/** Runs a script as a shell that ends with the first failure, which is how GitHub runs a step. */
async function shell(script: string, env: Record<string, string> = {}) {
  const { exitCode, stdout, stderr } = await execa('bash', ['-e', '-c', script], {
    cwd,
    extendEnv: false,
    env: { ...cleanEnvironment, HOME: cwd, PATH: `${join(cwd, 'bin')}:${process.env.PATH}`, ...env },
    stdin: 'ignore',
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

describe('what README.md says of the account as a file', () => {
  it('runs as pasted: an account is exported, changed, pruned and copied', async () => {
    const { exitCode, stdout, stderr } = await shell(`set -uo pipefail\n${blocks('sh').join('\n')}`);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining('12 created')]);
    const [shown = ''] = blocks('text');
    expect(shown).toContain('status_code: 410');
    const ids = /ep_\w+/g;
    expect(stdout.replace(ids, 'ep_…')).toContain(shown.replace(ids, 'ep_…'));
    expect(stdout).toMatch(/\nexit code 1\nchanged endpoints https:\/\/app\.example\.com /);
    expect(stdout).toMatch(/\ndeleted endpoints https:\/\/forgotten\.example\.com /);
    expect(stdout.trimEnd()).toMatch(/\nno differences; 12 as they should be$/);
  });

  it('has a workflow whose steps comment what differs, fail for errors, and apply', async () => {
    expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push']);
    const env = { TUNNELCTL_PROFILE: 'sandbox' };
    const ofTunnelctl = (job: 'diff' | 'apply') =>
      workflow.jobs[job].steps
        .flatMap(({ run = '' }) => run)
        .filter((run) => run.startsWith('tunnelctl '))
        .join('\n');
    const comment = () => readFileSync(join(cwd, 'comment'), 'utf8');
    mkdirSync(join(cwd, 'account'));
    const manifest = (text: string) => writeFileSync(join(cwd, 'account', 'endpoints.yml'), text);

    manifest('endpoints:\n  - url: https://new.example.com\n');
    expect(await shell(ofTunnelctl('diff'), env)).toEqual({ exitCode: 0, stdout: '', stderr: '' });
    expect(comment()).toMatch(/^### 1 to create\n\n\*\*create\*\* endpoints `https:\/\/new\.example\.com`\n/);
    const applied = await shell(ofTunnelctl('apply'), env);
    expect(applied).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/^created endpoints /) });
    expect(await shell(ofTunnelctl('diff'), env)).toMatchObject({ exitCode: 0 });
    expect(comment()).toBe('### No differences\n\n1 as it should be\n');

    manifest('endpoint:\n  - url: https://new.example.com\n');
    const failed = await shell(ofTunnelctl('diff'), env);
    expect(failed.exitCode).toBe(1);
    expect(failed.stderr).toContain('account/endpoints.yml:1: endpoint: "endpoint" is not a member');
  });

  it('gives the workflow the comment that it has written, and posts it', () => {
    const [posting] = workflow.jobs.diff.steps.filter(({ run }) => run?.startsWith('gh '));
    expect(posting?.run).toBe('gh pr comment "$PR" --edit-last --create-if-none -F comment');
    expect(workflowText).toContain('-o markdown > comment ||');
  });
});
