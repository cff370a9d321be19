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
/** The room of a file within its house; undefined for a file that lies loose. */
const roomOf = (path: string) => path.split('/').slice(1, -1)[0];
const show = ({ from, to }: Import) => `${from} -> ${to}`;

/** Imports out of a house into our other houses; `..` is what stands beside `src/`: package.json. */
const leaving = (house: string) =>
  imports.filter(
    ({ from, to, isOurs }) => isOurs && houseOf(from) === house && ![house, '..'].includes(houseOf(to)),
  );

interface House {
  /** The houses that it may import. */
  readonly below: readonly string[];
  /** Its rooms; each may import those that stand before it. */
  readonly rooms: readonly string[];
  /** The files that lie loose in it. */
  readonly loose: readonly string[];
}

const houses: Readonly<Record<string, House>> = {
  contract: {
    below: [],
    rooms: ['rules', 'errors', 'examples', 'schema', 'http', 'policy', 'resources', 'manifest', 'events'],
    loose: ['index.ts', 'openapi.ts'],
  },
  client: {
    below: ['contract'],
    rooms: ['transport'],
    loose: [
      'base-url.ts',
      'client.ts',
      'clock-skew.ts',
      'clock.ts',
      'errors.ts',
      'page-trail.ts',
      'proxy.ts',
      'request.ts',
      'response.ts',
      'retries.ts',
    ],
  },
  files: {
    below: [],
    rooms: [],
    loose: [
      'cache-file.ts',
      'directories.ts',
      'leftovers.ts',
      'links.ts',
      'lock-file.ts',
      'process-mark.ts',
      'read-file.ts',
      'write-file.ts',
    ],
  },
  documents: {
    below: ['contract'],
    rooms: [],
    loose: [
      'problems.ts',
      'read-document.ts',
      'split-document.ts',
      'write-document.ts',
      'written-yaml.ts',
      'yaml-parser.ts',
      'yaml-text.ts',
    ],
  },
  store: { below: ['contract', 'files'], rooms: ['sqlite'], loose: ['clock.ts', 'store.ts'] },
  account: {
    below: ['contract', 'files', 'documents', 'store'],
    rooms: ['records', 'certificates', 'expressions', 'events', 'rules', 'resources', 'seed', 'agents'],
    loose: ['index.ts'],
  },
  server: {
    below: ['contract', 'documents', 'account', 'store'],
    rooms: ['app', 'telemetry', 'faults', 'http', 'admin-api', 'page'],
    loose: [],
  },
  hosting: {
    below: ['contract', 'files', 'documents', 'account', 'server', 'store'],
    rooms: [],
    loose: [
      'account-file.ts',
      'admin-api.ts',
      'backup.ts',
      'damaged-file.ts',
      'document-schema.ts',
      'in-process.ts',
      'judging-thread.ts',
      'judging-threads.ts',
      'key-file.ts',
      'open-service.ts',
      'policy-linter.ts',
      'scaled-clock.ts',
      'serve.ts',
    ],
  },
  cli: {
    below: ['contract', 'client', 'files', 'documents', 'hosting'],
    rooms: [
      'words',
      'terminal',
      'errors',
      'input',
      'settings',
      'parser',
      'output',
      'filter',
      'connect',
      'id-lookup',
      'operation',
      'manifests',
      'help',
      'completion',
      'commands',
    ],
    loose: [
      'context.ts',
      'entry.ts',
      'exit-codes.ts',
      'import-source.mjs',
      'main.ts',
      'printer.ts',
      'program.ts',
      'serve-entry.ts',
      'streams.ts',
      'version.ts',
    ],
  },
};

describe('the house', () => {
  it('is read as it stands', () => {
    expect(imports.length).toBeGreaterThan(300);
    expect(imports.map(show)).toContain('server/app/error-response.ts -> contract/http/message.ts');
    expect(imports.filter(({ isDynamic }) => isDynamic).map(show)).toContain(
      'account/expressions/cel/expressions.ts -> @bufbuild/cel',
    );
    expect([...new Set(imports.map(({ from }) => houseOf(from)))].sort()).toEqual(Object.keys(houses).sort());
  });

  it('imports its own files by their names', () => {
    for (const one of imports.filter(({ isOurs }) => isOurs))
      expect(one.to, show(one)).toMatch(/\.(ts|json|html)$/);
  });

  it('has no circle of imports, of types and lazy ones neither', () => {
    expect(circles()).toEqual([]);
  });

  it('has a contract without packages at run time', () => {
    const packages = imports.filter(({ from, isOurs }) => houseOf(from) === 'contract' && !isOurs);
    expect(packages.filter(({ isTypeOnly }) => !isTypeOnly).map(show)).toEqual([]);
  });

  it('has a store that knows nothing of the contract but how to refuse', () => {
    const contract = leaving('store').filter(({ to }) => houseOf(to) === 'contract');
    expect([...new Set(contract.map(({ to }) => to))]).toEqual(['contract/errors/coded-error.ts']);
  });

  it('has a handler for every operation of the contract', () => {
    expect([...handlers.keys()].sort()).toEqual(catalogue.map(({ name }) => name).sort());
  });
});

describe.each(Object.entries(houses))('%s', (house, { below, rooms, loose }) => {
  it('imports only the houses below it', () => {
    expect(
      leaving(house)
        .filter(({ to }) => !below.includes(houseOf(to)))
        .map(show),
    ).toEqual([]);
  });

  it('has the rooms and loose files that are known', () => {
    const entries = readdirSync(join(source, house), { withFileTypes: true });
    const names = (isRoom: boolean) =>
      entries
        .filter((entry) => entry.isDirectory() === isRoom && entry.name !== 'README.md')
        .map(({ name }) => name);
    expect(names(true).sort()).toEqual([...rooms].sort());
    expect(names(false).sort()).toEqual([...loose].sort());
  });

  it('lets each room import only those before it', () => {
    const place = (path: string) => rooms.indexOf(roomOf(path) ?? '');
    const upward = imports.filter(
      ({ from, to, isOurs }) =>
        isOurs &&
        houseOf(from) === house &&
        houseOf(to) === house &&
        place(to) > place(from) &&
        place(from) >= 0,
    );
    expect(upward.map(show)).toEqual([]);
  });
});

describe('the command line', () => {
  /** What a service offers beside the API, as data. */
  const description = 'hosting/admin-api.ts';

  it('loads the service only for a command that runs it', () => {
    const atOnce = leaving('cli').filter(
      ({ from, to, isTypeOnly, isDynamic }) =>
        houseOf(to) === 'hosting' && !isTypeOnly && !isDynamic && from !== 'cli/serve-entry.ts',
    );
    expect([...new Set(atOnce.map(({ to }) => to))]).toEqual([description]);
    const reached = reachedFrom(description).filter(
      (file) => !['contract', 'hosting'].includes(houseOf(file)),
    );
    expect(
      reached.every((file) => file.startsWith('server/admin-api/')),
      reached.join(),
    ).toBe(true);
  });

  it('loads the parser and the commands of the API without what reads files, asks or writes', () => {
    const atStart = reachedFrom('cli/main.ts');
    for (const file of ['cli/operation/write.ts', 'cli/operation/ask-for-input.ts', 'cli/errors/failure.ts'])
      expect(atStart).not.toContain(file);
  });
});

describe('every house', () => {
  it('names the modules of node with their prefix', () => {
    const bare = imports.filter(({ to, isOurs }) => !isOurs && builtinModules.includes(to));
    expect(bare.map(show)).toEqual([]);
  });

  it('takes no package that package.json does not name: what is not installed beside it is bundled', () => {
    const manifest = JSON.parse(readFileSync(join(source, '../package.json'), 'utf8'));
    // What is bundled is needed at build time alone.
    const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies });
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

/** Every file that loading a file loads at once. */
function reachedFrom(file: string, reached = new Set<string>()): string[] {
  reached.add(file);
  for (const { from, to, isOurs, isTypeOnly, isDynamic } of imports) {
    if (from === file && isOurs && !isTypeOnly && !isDynamic && !reached.has(to)) reachedFrom(to, reached);
  }
  return [...reached];
}

/** The groups of files that import each other, however far around (Tarjan's strongly connected components). */
function circles(): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to, isOurs } of imports) {
    if (isOurs) targets.set(from, [...(targets.get(from) ?? []), to]);
  }
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string) => {
    order.set(file, order.size);
    lowest.set(file, order.size - 1);
    stack.push(file);
    for (const to of targets.get(file) ?? []) {
      if (!order.has(to)) visit(to);
      if (stack.includes(to)) {
        lowest.set(file, Math.min(lowest.get(file) as number, lowest.get(to) as number));
      }
    }
    if (lowest.get(file) !== order.get(file)) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1 || targets.get(file)?.includes(file)) found.push(group.sort());
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return found;
}
