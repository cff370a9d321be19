import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { allHelp, manual } from '../../../src/cli/help/all-help.ts';
import type { PrebuiltHelp } from '../../../src/cli/help/prebuilt.ts';
import { catalogue } from '../../../src/contract/index.ts';
import { builtFile } from '../../harness/built-program.ts';
import { runCli } from '../../harness/run-cli.ts';

const hasGroff = spawnSync('groff', ['--version']).status === 0;
const help = await allHelp();
const pages = manual(help);
const directory = builtFile('man');

/** A page as `man` shows it on a wide screen, without its bold and its underlines. */
function shown(text: string): string {
  const groff = spawnSync('groff', ['-man', '-Tutf8', '-P-c', '-rLL=250n', '-ww'], { input: text });
  expect(groff.stderr.toString()).toBe('');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: how printers made bold
  return groff.stdout.toString().replace(/.\u0008/g, '');
}

describe('the manual', () => {
  it('has a page about the program, and one for each resource and group of commands', () => {
    const names = pages.map(({ file }) => file.replace(/^tunnelctl-?|\.1$/g, ''));
    expect(names[0]).toBe('');
    for (const { resource } of catalogue) expect(names).toContain(resource.name.replaceAll('.', '-'));
    expect(names).toEqual(expect.arrayContaining(['serve', 'sandbox', 'profiles', 'login']));
    expect(names).not.toContain('edges');
    expect(new Set(names).size).toBe(names.length);
  });

  it('is what the build left, and what npm installs', () => {
    expect(readdirSync(directory).sort()).toEqual(pages.map(({ file }) => file).sort());
    for (const { file, text } of pages) expect(readFileSync(`${directory}/${file}`, 'utf8')).toBe(text);
    expect(packageJson.man.map((file) => basename(file))).toEqual(pages.map(({ file }) => file));
  });

  it('says of each command what its help says', async () => {
    const runnable = Object.values(help.commands).filter(({ commands }) => commands.length === 0);
    for (const document of runnable) {
      const name = document.command.replaceAll(' ', '-');
      const [page] = pages
        .filter(({ file }) => `${name}-`.startsWith(`${file.replace(/\.1$/, '')}-`))
        .sort((a, b) => b.file.length - a.file.length);
      const { text } = page ?? { text: '' };
      const plain = text.replaceAll('\\-', '-').replaceAll('\\(aq', "'");
      for (const { flags } of document.options) expect(plain, document.command).toContain(`\\fB${flags}\\fR`);
      expect(plain).toContain(document.command);
    }
  });

  it.skipIf(!hasGroff)('is read without a warning, and can be pasted from', () => {
    for (const { file, text } of pages) expect(shown(text), file).toContain('SEE ALSO');
    const endpoints = shown(pages.find(({ file }) => file === 'tunnelctl-endpoints.1')?.text ?? '');
    const [example] = help.commands['tunnelctl endpoints create']?.examples ?? [];
    const lines = endpoints.split('\n').map((line) => line.trim());
    for (const line of (example?.command ?? 'none').split('\n')) expect(lines).toContain(line.trim());
  });

  it.skipIf(!hasGroff)('keeps whatever means something to roff', () => {
    const odd = {
      command: 'tunnelctl odd',
      summary: '.TH is no request here, \\fB neither',
      usage: 'tunnelctl odd [options]',
      description: '.PP begins a paragraph\n\n\'quoted\' and "quoted", a\\nb, ^~` and 12 °C',
      aliases: [],
      examples: [{ summary: '.so /etc/passwd', command: ".dot\n'quote\n\\escape -- --flag" }],
      arguments: [],
      options: [],
      notes: '',
      commands: [],
      exit_codes: [],
    };
    const program = help.commands.tunnelctl as PrebuiltHelp['commands'][string];
    const [, page] = manual({ commands: { tunnelctl: program, 'tunnelctl odd': odd }, topics: help.topics });
    const text = shown(page?.text ?? '');
    for (const line of ['.PP begins a paragraph', '.dot', "'quote", '\\escape -- --flag', '.so /etc/passwd:'])
      expect(text.split('\n').map((one) => one.trim())).toContain(line);
    expect(text).toContain('\'quoted\' and "quoted", a\\nb, ^~` and 12 °C');
    expect(text).toContain('.TH is no request here, \\fB neither');
  });

  it('is named in help', async () => {
    expect((await runCli(['help', 'topics'])).stdout).toContain('man tunnelctl-endpoints');
  });
});
