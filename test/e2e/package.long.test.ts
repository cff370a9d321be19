import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { publint } from 'publint';
import { describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { npm, pack, packageRegistry, root } from './package-registry.ts';

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

describe('the package', () => {
  it('holds the program, its scripts, its manual and its licences, and nothing else', async () => {
    const [packed] = await pack([root], temporaryDirectory());
    const paths = packed?.files.map(({ path }) => path) ?? [];
    // Each page of the manual is one that package.json installs.
    expect(paths.filter((path) => path.startsWith('dist/man/')).sort()).toEqual([...manifest.man].sort());
    const isChunk = (path: string) => /^dist\/chunks\/[\w.-]+\.cjs$/.test(path);
    expect(paths.filter((path) => !isChunk(path) && !manifest.man.includes(path)).sort()).toEqual([
      'LICENSE',
      'README.md',
      'bin/code-cache.cjs',
      'bin/tunnelctl.cjs',
      'completions/_tunnelctl',
      'completions/tunnelctl.bash',
      'completions/tunnelctl.fish',
      'completions/tunnelctl.ps1',
      'dist/THIRD-PARTY-LICENSES.txt',
      'dist/cli.cjs',
      'dist/complete.cjs',
      'dist/help.cjs',
      'dist/help.json',
      'dist/judge.cjs',
      'dist/leftovers.cjs',
      'dist/serve.cjs',
      'package.json',
    ]);
    expect(paths.filter(isChunk).length).toBeGreaterThan(20);
    const texts = paths.map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
    const withSourceMap = texts.filter(([, text]) => /^\/\/# sourceMappingURL=/m.test(text));
    const withOwnPlace = texts.filter(([, text]) => text.includes(root));
    expect([...withSourceMap, ...withOwnPlace].map(([path]) => path)).toEqual([]);
  });

  it('passes publint', async () => {
    const place = temporaryDirectory();
    const [packed] = await pack([root], place);
    const { buffer } = new Uint8Array(readFileSync(join(place, packed?.filename ?? '')));
    const { messages } = await publint({ pack: { tarball: buffer }, strict: true });
    expect(messages).toEqual([]);
  });

  it('has one dependency, which is native code: all others are in the bundle', () => {
    expect(Object.keys(manifest.dependencies)).toEqual(['libsql']);
  });

  it('says under which licence each bundled package stands, with its text', () => {
    const text = readFileSync(join(root, 'dist/THIRD-PARTY-LICENSES.txt'), 'utf8');
    const bundled = [
      'commander',
      'yaml',
      'undici',
      '@inquirer/core',
      'cli-table3',
      '@bufbuild/cel',
      '@peculiar/x509',
    ];
    for (const name of bundled) {
      const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
      expect(text).toContain(`\n${name} ${version} (`);
    }
    expect(text).toContain('Copyright (c) 2011 TJ Holowaychuk');
    // Packages that have no file of it name the Apache License, which asks for a copy of its text.
    expect(text).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
    for (const name of ['vitest', 'esbuild', 'libsql'])
      expect(text).not.toMatch(new RegExp(`^${name} `, 'm'));
  });
});

describe('npm install -g of the tarball, where there is no repository', () => {
  it('makes the command, with all that it loads', async () => {
    const place = temporaryDirectory();
    const [packed] = await pack([root], place);
    const registry = await packageRegistry();
    const prefix = join(place, 'prefix');
    await npm(['install', '-g', '--prefix', prefix, `./${packed?.filename}`], place, registry.url);
    const installed = join(prefix, 'lib/node_modules');
    expect(readdirSync(installed)).toEqual(['tunnelctl']);
    // Only what is for other machines was asked for in vain.
    expect(registry.missing.filter((name) => !name.startsWith('@libsql/'))).toEqual([]);

    const HOME = temporaryDirectory();
    const PATH = `${join(prefix, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`;
    const run = async (command: string) => {
      const options = {
        cwd: HOME,
        extendEnv: false,
        env: { PATH, HOME, SHELL: '/bin/bash', LANG: 'C.UTF-8' },
      };
      return (await execa('bash', ['-euo', 'pipefail', '-c', command], options)).stdout;
    };
    expect(await run('tunnelctl --version')).toContain(manifest.version);
    expect(existsSync(join(prefix, 'share/man/man1/tunnelctl.1'))).toBe(true);
    expect(await run('tunnelctl help endpoints create')).toContain('--traffic-policy');
    const id = await run('tunnelctl --sandbox endpoints create --url https://a.example.com -o id');
    expect(await run('tunnelctl --sandbox endpoints list --columns id,url -o csv')).toBe(
      `id,url\r\n${id},https://a.example.com`,
    );
    expect(await run('tunnelctl __complete endpoints ep_ -- --sandbox endpoints get')).toBe(
      `${id}\thttps://a.example.com`,
    );
    await run('tunnelctl completion install');
    expect(existsSync(join(HOME, '.local/share/bash-completion/completions/tunnelctl'))).toBe(true);
    // A served account, from every part of the package: policies, certificates, the page.
    const page = 'curl -sf "$TUNNELCTL_BASE_URL/" && tunnelctl tunnel-sessions list -o id';
    expect(await run(`tunnelctl sandbox exec --seed demo -- sh -c '${page}'`)).toMatch(/<html[\s\S]*\nts_/);
  });
});
