import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { handlers } from '../../src/account/index.ts';
import { catalogue } from '../../src/contract/index.ts';

const source = fileURLToPath(new URL('../../src', import.meta.url));

interface Import {
  /** Below `src/`. */
  readonly from: string;
  /** Below `src/` for our own files, else the name of a package or `node:` module. */
  readonly to: string;
  readonly isOurs: boolean;
  readonly isTypeOnly: boolean;
  readonly isDynamic: boolean;
}

/** All imports of the program, as they are written: `import … from`, `export … from`, `import '…'`, `import()`. */
function readImports(): Import[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  return files.flatMap((from) => {
    const text = readFileSync(join(source, from), 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    const statements = text.matchAll(/^(?:import|export)\s+(type\s)?(?:[^'";]*?\sfrom\s+)?'([^']+)'/gm);
    const calls = text.matchAll(/(typeof\s+)?\bimport\(\s*'([^']+)'/g);
    const found = (match: RegExpExecArray, isDynamic: boolean): Import => {
      const [, typeWord, to = ''] = match;
      const isOurs = to.startsWith('.');
      return {
        from,
        to: isOurs ? relative(source, resolve(source, dirname(from), to)) : to,
        isOurs,
        isTypeOnly: typeWord !== undefined,
        isDynamic,
      };
    };
    return [
      ...[...statements].map((match) => found(match, false)),
      ...[...calls].map((match) => found(match, true)),
    ];
  });
}

const imports = readImports();
const houseOf = (path: string) => path.split('/')[0] ?? '';
const show = ({ from, to }: Import) => `${from} -> ${to}`;

/** Imports out of a house into our other houses; `..` is what stands beside `src/`: package.json. */
const leaving = (house: string) =>
  imports.filter(
    ({ from, to, isOurs }) => isOurs && houseOf(from) === house && ![house, '..'].includes(houseOf(to)),
  );

/** Who may import whom. */
const houses: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  client: ['contract'],
  store: ['contract'],
  account: ['contract', 'store'],
  server: ['contract', 'account', 'store'],
  hosting: ['contract', 'account', 'server', 'store'],
  cli: ['contract', 'client', 'hosting'],
};

/** What a service offers beside the API, as data. */
const description = 'hosting/admin-api.ts';
const described = ['server/admin-api/admin-errors.ts', 'server/admin-api/admin-records.ts'];

describe('the house', () => {
  it('is read as it stands', () => {
    expect(imports.length).toBeGreaterThan(300);
    expect(imports.map(show)).toContain('server/app/error-response.ts -> contract/errors/errors.ts');
    expect(imports.filter(({ isDynamic }) => isDynamic).map(show)).toContain(
      'account/expressions/expressions.ts -> @bufbuild/cel',
    );
    expect([...new Set(imports.map(({ from }) => houseOf(from)))].sort()).toEqual(Object.keys(houses).sort());
  });

  it('imports its own files by their names', () => {
    for (const one of imports.filter(({ isOurs }) => isOurs))
      expect(one.to, show(one)).toMatch(/\.(ts|json|html)$/);
  });

  it.each(Object.entries(houses))('lets %s import only from below', (house, below) => {
    expect(
      leaving(house)
        .filter(({ to }) => !below.includes(houseOf(to)))
        .map(show),
    ).toEqual([]);
  });

  it('loads the service only for a command that runs it', () => {
    const atOnce = leaving('cli').filter(
      ({ to, isTypeOnly, isDynamic }) => houseOf(to) === 'hosting' && !isTypeOnly && !isDynamic,
    );
    expect([...new Set(atOnce.map(({ to }) => to))]).toEqual([description]);
    expect(imports.filter(({ from }) => from === description).map(({ to }) => to)).toEqual(described);
    expect(
      imports.filter(({ from, to }) => described.includes(from) && houseOf(to) !== 'contract').map(show),
    ).toEqual([]);
  });

  it('has a store that knows nothing of the contract but how to refuse', () => {
    expect([...new Set(leaving('store').map(({ to }) => to))]).toEqual(['contract/errors/coded-error.ts']);
  });

  it('has a contract without packages at run time', () => {
    const packages = imports.filter(({ from, isOurs }) => houseOf(from) === 'contract' && !isOurs);
    expect(packages.filter(({ isTypeOnly }) => !isTypeOnly).map(show)).toEqual([]);
  });

  it('has a handler for every operation of the contract', () => {
    expect([...handlers.keys()].sort()).toEqual(catalogue.map(({ name }) => name).sort());
  });
});

describe('every house', () => {
  it('names the modules of node with their prefix', () => {
    const bare = imports.filter(({ to, isOurs }) => !isOurs && builtinModules.includes(to));
    expect(bare.map(show)).toEqual([]);
  });

  it('takes no package that is not a dependency', () => {
    const manifest = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8'));
    const dependencies = Object.keys(manifest.dependencies);
    const packageOf = (name: string) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/');
    for (const one of imports) {
      if (one.isOurs || one.to.startsWith('node:') || one.isTypeOnly) continue;
      expect(dependencies, show(one)).toContain(packageOf(one.to));
    }
  });
});
