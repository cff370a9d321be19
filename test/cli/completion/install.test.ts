import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { isInstalled, makeHome, scripts } from './in-shells.ts';

const silent = { exitCode: 0, stdout: '' };

describe('tunnelctl completion install', () => {
  it('writes the script of the shell that SHELL names where bash-completion looks, and says so', async () => {
    const HOME = temporaryDirectory();
    const file = join(HOME, '.local/share/bash-completion/completions/tunnelctl');
    const env = { HOME, SHELL: '/bin/bash' };
    const after =
      'note: bash finds it there with the package bash-completion; without it, source the file in ~/.bashrc\n' +
      'new shells complete tunnelctl\n';
    const run = () => runCli(['completion', 'install'], { env });
    expect(await run()).toEqual({ ...silent, stderr: `wrote ${file}\n${after}` });
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(scripts.bash, 'utf8'));
    expect(await run()).toEqual({ ...silent, stderr: `already up to date: ${file}\n${after}` });
    writeFileSync(file, 'of an older version');
    expect(await run()).toEqual({ ...silent, stderr: `updated ${file}\n${after}` });
  });

  it('names the line for ~/.zshrc, and leaves that file alone', async () => {
    const HOME = temporaryDirectory();
    writeFileSync(join(HOME, '.zshrc'), '# mine\n');
    const directory = join(HOME, '.local/share/zsh/site-functions');
    expect(await runCli(['completion', 'install', '--shell', 'zsh'], { env: { HOME }, isTTY: true })).toEqual(
      {
        ...silent,
        stderr:
          `wrote ${directory}/_tunnelctl\n` +
          `add this line to ${HOME}/.zshrc, above compinit, unless it is there:\n  fpath=(${directory} $fpath)\n` +
          'new shells complete tunnelctl\n',
      },
    );
    expect(readFileSync(join(HOME, '.zshrc'), 'utf8')).toBe('# mine\n');
  });

  it('follows XDG_DATA_HOME, and with --print-path writes nothing', async () => {
    const HOME = temporaryDirectory();
    const env = { HOME, XDG_DATA_HOME: join(HOME, 'data'), SHELL: '/usr/bin/fish' };
    expect(await runCli(['completion', 'install', '--print-path'], { env })).toEqual({
      exitCode: 0,
      stdout: `${HOME}/data/fish/vendor_completions.d/tunnelctl.fish\n`,
      stderr: '',
    });
    expect(existsSync(join(HOME, 'data'))).toBe(false);
  });

  it('says which shells there are when SHELL names another one, or none', async () => {
    const HOME = temporaryDirectory();
    const run = (env: Record<string, string>) => runCli(['completion', 'install'], { env: { HOME, ...env } });
    expect(await run({ SHELL: '/bin/tcsh' })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: there is no completion script for tcsh, which SHELL names\n' +
        'hint: give one with --shell: bash, zsh, fish, powershell\n',
    });
    expect((await run({})).stderr).toContain('SHELL does not say which shell you use');
    expect((await runCli(['completion', 'install', '--shell', 'zhs'], { env: { HOME } })).stderr).toContain(
      '--shell "zhs" is not one of bash, zsh, fish, powershell; did you mean zsh?',
    );
  });

  it('says what is in the way when it cannot write', async () => {
    const HOME = temporaryDirectory();
    writeFileSync(join(HOME, '.local'), '');
    const { exitCode, stderr } = await runCli(['completion', 'install', '--shell', 'fish'], {
      env: { HOME },
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`cannot write ${HOME}/.local/share/fish/vendor_completions.d/tunnelctl.fish: `);
  });
});

describe('an installed script', () => {
  it.skipIf(!isInstalled('fish'))('is found by fish', async () => {
    const home = makeHome();
    await runCli(['completion', 'install', '--shell', 'fish'], { env: { HOME: home.directory } });
    const options = { env: home.env, extendEnv: false };
    const { stdout } = await execa('fish', ['-c', 'complete -C "tunnelctl endpoints li"'], options);
    expect(stdout).toBe('list\tList active endpoints of every type');
  });

  it.skipIf(!isInstalled('zsh'))('is found by zsh with the line that it names', async () => {
    const home = makeHome();
    const { stderr } = await runCli(['completion', 'install', '--shell', 'zsh'], {
      env: { HOME: home.directory },
    });
    const line = /^ {2}(fpath=.*)$/m.exec(stderr)?.[1];
    const script = `${line}; autoload -Uz compinit; compinit -D -u; print -r -- $_comps[tunnelctl]`;
    const { stdout } = await execa('zsh', ['-f', '-c', script], { env: home.env, extendEnv: false });
    expect(stdout).toBe('_tunnelctl');
  });

  const loader = '/usr/share/bash-completion/bash_completion';
  it.skipIf(!existsSync(loader))(
    'is found by bash-completion (skipped where it is not installed)',
    async () => {
      const home = makeHome();
      mkdirSync(join(home.directory, 'empty'));
      await runCli(['completion', 'install', '--shell', 'bash'], { env: { HOME: home.directory } });
      const script = `source ${loader}; _completion_loader tunnelctl; complete -p tunnelctl`;
      const { stdout } = await execa('bash', ['--norc', '-c', script], { env: home.env, extendEnv: false });
      expect(stdout).toBe('complete -F _tunnelctl tunnelctl');
    },
  );
});
