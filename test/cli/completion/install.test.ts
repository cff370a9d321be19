import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';
import { isInstalled, makeHome, scripts } from './in-shells.ts';

const silent = { exitCode: 0, stdout: '' };

/** Runs a verb of `tunnelctl completion` in a home, for one shell. */
const inHome = (HOME: string, shell: string) => (verb: string) =>
  runCli(['completion', verb, '--shell', shell], { env: { HOME }, isTTY: true });

describe('tunnelctl completion install', () => {
  it('writes the script of the shell that SHELL names where bash-completion looks, and says so', async () => {
    const HOME = temporaryDirectory();
    const file = join(HOME, '.local/share/bash-completion/completions/tunnelctl');
    writeFileSync(join(HOME, 'bash_completion'), '');
    writeFileSync(join(HOME, '.bashrc'), 'if [ -f ~/bash_completion ]; then\n  . ~/bash_completion\nfi\n');
    const env = { HOME, SHELL: '/bin/bash' };
    const after = 'new shells complete tunnelctl\n';
    const run = () => runCli(['completion', 'install'], { env });
    expect(await run()).toEqual({ ...silent, stderr: `wrote ${file}\n${after}` });
    expect(readFileSync(file, 'utf8')).toBe(readFileSync(scripts.bash, 'utf8'));
    expect(await run()).toEqual({ ...silent, stderr: `already up to date: ${file}\n${after}` });
    writeFileSync(file, 'of an older version');
    expect(await run()).toEqual({ ...silent, stderr: `updated ${file}\n${after}` });
  });

  it('names the line for ~/.bashrc as long as that does not load bash-completion', async () => {
    const HOME = temporaryDirectory();
    const file = join(HOME, '.local/share/bash-completion/completions/tunnelctl');
    const run = inHome(HOME, 'bash');
    const advice =
      `bash does not look there without the package bash-completion, which ${HOME}/.bashrc does not load; ` +
      `load it there, or add this line:\n  source ${file}\n`;
    expect(await run('install')).toEqual({ ...silent, stderr: `wrote ${file}\n${advice}` });
    const bashrc = join(HOME, '.bashrc');
    writeFileSync(bashrc, '# . ~/bash_completion\n. ~/bash_completion\n');
    // A comment is no line, and a file that is not there loads nothing.
    expect((await run('install')).stderr).toBe(`already up to date: ${file}\n${advice}`);
    writeFileSync(bashrc, 'source ~/.local/share/bash-completion/completions/tunnelctl\n');
    expect((await run('install')).stderr).toBe(
      `already up to date: ${file}\nnew shells complete tunnelctl\n`,
    );
  });

  it('names the lines that ~/.zshrc lacks, until they are there in their order, and leaves that file alone', async () => {
    const HOME = temporaryDirectory();
    const rc = join(HOME, '.zshrc');
    const run = inHome(HOME, 'zsh');
    const directory = join(HOME, '.local/share/zsh/site-functions');
    const line = `fpath=(${directory} $fpath)`;
    const compinit = 'autoload -Uz compinit && compinit';
    const says = async (text: string, expected: string) => {
      writeFileSync(rc, text);
      const { stderr } = await run('install');
      expect(stderr.split('\n').slice(1).join('\n')).toBe(expected);
      expect(readFileSync(rc, 'utf8')).toBe(text);
    };
    expect((await run('install')).stderr).toMatch(/^wrote .*_tunnelctl\n/);
    await says(
      '# mine\n',
      `zsh does not look there yet; add these lines to ${rc}, the second one unless a file that it loads runs ` +
        `compinit:\n  ${line}\n  ${compinit}\n`,
    );
    await says(
      `# ${line}\nautoload -U compinit\ncompinit\n`,
      `zsh does not look there yet; add this line to ${rc}, above compinit:\n  ${line}\n`,
    );
    await says(
      `autoload -U compinit; compinit\n${line}\n`,
      `zsh does not look there yet, because compinit looks only once; move this line of ${rc} above compinit:\n` +
        `  ${line}\n`,
    );
    await says(
      `${line}\n`,
      `zsh completes nothing yet; add this line to ${rc}, unless a file that it loads has it:\n  ${compinit}\n`,
    );
    await says(`${line}\n${compinit}\n`, 'new shells complete tunnelctl\n');
    await says(
      `fpath+=("$HOME/.local/share/zsh/site-functions")\n${compinit}\n`,
      'new shells complete tunnelctl\n',
    );
  });

  it('names the line for the profile of PowerShell as long as it is not there', async () => {
    const HOME = temporaryDirectory();
    const file = join(HOME, '.local/share/tunnelctl/tunnelctl.ps1');
    const run = inHome(HOME, 'powershell');
    expect((await run('install')).stderr).toBe(
      `wrote ${file}\nPowerShell does not look there by itself; add this line to the file that $PROFILE names:\n` +
        `  . '${file}'\n`,
    );
    mkdirSync(join(HOME, '.config/powershell'), { recursive: true });
    writeFileSync(join(HOME, '.config/powershell/Microsoft.PowerShell_profile.ps1'), `. '${file}'\n`);
    expect((await run('install')).stderr).toBe(
      `already up to date: ${file}\nnew shells complete tunnelctl\n`,
    );
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

describe('tunnelctl completion uninstall', () => {
  it('removes the script that install wrote, and nothing else', async () => {
    const HOME = temporaryDirectory();
    const file = join(HOME, '.local/share/fish/vendor_completions.d/tunnelctl.fish');
    const run = inHome(HOME, 'fish');
    expect(await run('uninstall')).toEqual({ ...silent, stderr: `nothing to remove: there is no ${file}\n` });
    await run('install');
    const other = join(HOME, '.local/share/fish/vendor_completions.d/other.fish');
    writeFileSync(other, '');
    expect(await run('uninstall')).toEqual({ ...silent, stderr: `removed ${file}\n` });
    expect(existsSync(file)).toBe(false);
    expect(existsSync(other)).toBe(true);
  });

  it('names the line that was added for it, and leaves that to its owner', async () => {
    const HOME = temporaryDirectory();
    const run = inHome(HOME, 'zsh');
    const directory = join(HOME, '.local/share/zsh/site-functions');
    const text = `# mine\nfpath=(${directory} $fpath)\nautoload -Uz compinit && compinit\n`;
    writeFileSync(join(HOME, '.zshrc'), text);
    await run('install');
    expect(await run('uninstall')).toEqual({
      ...silent,
      stderr:
        `removed ${directory}/_tunnelctl\n` +
        `line 2 of ${HOME}/.zshrc is no longer needed for tunnelctl:\n  fpath=(${directory} $fpath)\n`,
    });
    expect(readFileSync(join(HOME, '.zshrc'), 'utf8')).toBe(text);
  });

  it('leaves a file alone that is no script of ours, and finds the shell as install does', async () => {
    const HOME = temporaryDirectory();
    const env = { HOME, SHELL: '/bin/bash' };
    const directory = join(HOME, '.local/share/bash-completion/completions');
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'tunnelctl'), 'complete -W mine tunnelctl\n');
    expect(await runCli(['completion', 'uninstall'], { env })).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: `error: ${directory}/tunnelctl is not a completion script of tunnelctl, so it was left as it is\n`,
    });
    expect(existsSync(join(directory, 'tunnelctl'))).toBe(true);
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

  it.skipIf(!isInstalled('zsh'))(
    'is found by zsh once the lines are there, and no more when it is gone',
    async () => {
      const home = makeHome();
      const run = inHome(home.directory, 'zsh');
      const { stderr } = await run('install');
      const lines = [...stderr.matchAll(/^ {2}(.*)$/gm)].map(([, line]) => line);
      expect(lines).toHaveLength(2);
      writeFileSync(join(home.directory, '.zshrc'), `${lines.join('\n')}\n`);
      expect((await run('install')).stderr).toMatch(/\nnew shells complete tunnelctl\n$/);
      const options = { env: home.env, extendEnv: false };
      const found = async () =>
        (await execa('zsh', ['-i', '-c', 'print -r -- $_comps[tunnelctl]'], options)).stdout;
      expect(await found()).toBe('_tunnelctl');
      await run('uninstall');
      expect(await found()).toBe('');
    },
  );

  it('is found by bash with the line that it names', async () => {
    const home = makeHome();
    const run = inHome(home.directory, 'bash');
    const [, line = ''] = /^ {2}(.*)$/m.exec((await run('install')).stderr) ?? [];
    writeFileSync(join(home.directory, '.bashrc'), `${line}\n`);
    expect((await run('install')).stderr).toMatch(/\nnew shells complete tunnelctl\n$/);
    const script = ['--rcfile', join(home.directory, '.bashrc'), '-i', '-c', 'complete -p tunnelctl'];
    const { stdout } = await execa('bash', script, { env: home.env, extendEnv: false });
    expect(stdout).toBe('complete -F _tunnelctl tunnelctl');
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
