import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment, launcher } from '../../harness/built-program.ts';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** Runs the built program by a line of sh, in which `\\377` is a byte that is no UTF-8. */
async function runBytes(script: string) {
  const whole = `x=$(printf 'caf\\377'); fine=$(printf 'caf\\357\\277\\275'); export fine SECRET="$x"; ${script}`;
  const { exitCode, stdout, stderr } = await execa('sh', ['-c', whole, process.execPath, launcher], {
    env: { ...cleanEnvironment, HOME: temporaryDirectory(), T: launcher, NODE: process.execPath },
    extendEnv: false,
    reject: false,
  });
  return { exitCode, stdout, stderr };
}

const hint = 'hint: see with locale whether this terminal writes UTF-8';

describe.runIf(process.platform === 'linux')('bytes that are not UTF-8', () => {
  it.each([
    ['a value', '--sandbox api-keys create --description "$x"', 'argument 5 (--description)'],
    ['a value behind =', '--sandbox api-keys create --description="$x"', 'argument 4 (--description)'],
    ['an argument', '--sandbox endpoints get "$x"', 'argument 4'],
    ['a word', '"$x"', 'argument 1'],
    ['the name of an option', '--"$x"=1', 'argument 1'],
  ])('are refused in %s, and named by where they stand', async (_, args, where) => {
    expect(await runBytes(`"$NODE" "$T" ${args}`)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `error: ${where} is not UTF-8 text\n${hint}`,
    });
  });

  it('are refused in a variable that holds a secret', async () => {
    const line = '"$NODE" "$T" endpoints list --base-url http://127.0.0.1:1 --api-key env:SECRET';
    expect(await runBytes(line)).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: --api-key env:SECRET: what the environment holds as SECRET is not UTF-8 text',
    });
  });

  it('are told from the character that Node shows in their place', async () => {
    const line = '"$NODE" "$T" --sandbox api-keys create --description "$fine" --columns description';
    expect(await runBytes(line)).toMatchObject({ exitCode: 0, stdout: 'caf\ufffd' });
  });
});

it('is not looked for where nobody tells the bytes', async () => {
  const { stderr } = await runCli(['caf\ufffd']);
  expect(stderr).toContain("unknown command 'caf\ufffd'");
});

it('is looked for in words that hold the character alone', async () => {
  const startBytes = () => expect.unreachable();
  expect(await runCli(['explain', 'USAGE', '-o', 'none'], { startBytes })).toMatchObject({ exitCode: 0 });
});
