import { createWriteStream } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment, launcher } from '../../harness/built-program.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** Runs a command whose stdout is a device that takes nothing, on a data file of its own. */
async function runFull(argv: readonly string[], surroundings: Surroundings = {}) {
  const stdout = createWriteStream('/dev/full');
  const cwd = temporaryDirectory();
  return runCli(argv, { cwd, stdout, ...surroundings });
}

const sandbox = ['--sandbox', '--data', 'a.db'];
const full = 'cannot write to stdout: no space left on the device';

/** stdout whose reader went away. */
function closed(): PassThrough {
  const stream = new PassThrough();
  stream.destroy();
  return stream;
}

describe('stdout that takes nothing', () => {
  it.each([
    ['explain', 'USAGE'],
    ['help', 'serve'],
    ['openapi'],
    ['completion', 'bash'],
    ['commands'],
    ['config', 'list'],
    [...sandbox, 'api-keys', 'list', '-o', 'csv'],
    [...sandbox, 'api', '/endpoints'],
    ['serve', '--port', '0', '--ephemeral'],
  ])('is an error: %s %s %s %s', async (...argv) => {
    const { exitCode, stderr } = await runFull(argv.filter((word) => word !== undefined));
    expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: `error: ${full}\n` });
  });

  it('is told to programs by a code of its own', async () => {
    const { stderr } = await runFull([...sandbox, 'api-keys', 'list', '-o', 'json']);
    expect(JSON.parse(stderr).error).toMatchObject({ code: 'OUTPUT_FAILED', message: full });
  });

  it('does not hide that a change was made', async () => {
    const argv = [...sandbox, 'endpoints', 'create', '--url', 'https://a.example.com'];
    const { exitCode, stderr } = await runFull(argv);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      new RegExp(`^error: ${full}; endpoints create was carried out \\(ep_\\w{27}\\)\\n$`),
    );
  });

  it.each<[string, Surroundings, string]>([
    ['cannot be written to', {}, full],
    ['nobody reads any more', { stdout: closed() }, 'nobody reads stdout any more'],
  ])('says which secret is lost where it %s', async (_, surroundings, problem) => {
    const cwd = temporaryDirectory();
    const argv = [...sandbox, 'api-keys', 'create'];
    const { exitCode, stderr } = await runFull(argv, { cwd, ...surroundings });
    const [, id = ''] = /(ak_\w{27})/.exec(stderr) ?? [];
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr:
        `error: ${problem}; api-keys create was carried out (${id}), and the token is lost: nobody can see it any more\n` +
        `hint: take it back with tunnelctl api-keys delete ${id}, and see where stdout goes\n`,
    });
    const kept = await runCli([...sandbox, 'api-keys', 'list', '-o', 'id'], { cwd });
    expect(kept.stdout).toContain(id);
  });

  it('ends a batch, and says which secrets of it are lost', async () => {
    const stdin = ['a', 'b', 'c', 'd', 'e'].map((description) => JSON.stringify({ description })).join('\n');
    const cwd = temporaryDirectory();
    let said = '';
    // Full after two records.
    const stdout = new Writable({
      write(chunk, _, done) {
        if (said.split('\n').length > 2) return done(Object.assign(new Error('full'), { code: 'ENOSPC' }));
        said += chunk;
        done();
      },
    });
    const argv = [...sandbox, 'api-keys', 'create', '--from-file', '-', '-o', 'jsonl'];
    const { exitCode, stderr } = await runFull(argv, { stdin, cwd, stdout });
    const { error } = JSON.parse(stderr);
    expect({ exitCode, error }).toMatchObject({ exitCode: 1, error: { code: 'OUTPUT_FAILED' } });
    const shown = said
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    const kept = (await runCli([...sandbox, 'api-keys', 'list', '-o', 'id'], { cwd })).stdout
      .trim()
      .split('\n');
    const lost = kept.reverse().filter((id) => !shown.includes(id));
    expect(lost.length).toBeGreaterThan(0);
    expect(error.message).toBe(
      `${full}; api-keys create was carried out (${lost.join(', ')}), and the token is lost: nobody can see it any more`,
    );
    expect(error.next).toEqual([`tunnelctl api-keys delete ${lost.join(' ')}`]);
  });

  it('is not asked about by what has nothing to say there', async () => {
    expect(await runFull([...sandbox, 'endpoints', 'list'])).toMatchObject({ exitCode: 0 });
  });
});

describe('serve that cannot show its key', () => {
  it.each<[string, Surroundings, string]>([
    ['on a full device', {}, full],
    ['to a reader that went away', { stdout: closed() }, 'nobody reads stdout any more'],
  ])('ends, and says how to get another: %s', async (_, surroundings, problem) => {
    const argv = ['serve', '--port', '0', '--data', 'a.db'];
    const cwd = temporaryDirectory();
    const { exitCode, stderr } = await runFull(argv, { cwd, ...surroundings });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      new RegExp(
        `^error: ${problem}; the API key ak_\\w{27} was made, and the token is lost: nobody can see it any more\\n`,
      ),
    );
    expect(stderr).toMatch(/\nhint: tunnelctl serve --new-key makes another\n$/);
    // The file is free again.
    expect(await runFull([...sandbox, 'api-keys', 'list', '-o', 'none'], { cwd })).toMatchObject({
      exitCode: 0,
    });
  });
});

it.each(['--version', '--help', 'help formatting', 'version'])(
  'the built program, too, says that stdout takes nothing: %s',
  async (line) => {
    const script = 'exec "$0" "$@" > /dev/full';
    const program = await execa('sh', ['-c', script, process.execPath, launcher, ...line.split(' ')], {
      env: cleanEnvironment,
      extendEnv: false,
      reject: false,
    });
    expect(program).toMatchObject({ exitCode: 1, stdout: '', stderr: `error: ${full}` });
  },
);
