import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenItems, writtenLinesBefore } from '../../src/documents/written-yaml.ts';
import { loadYamlParser } from '../../src/documents/yaml-parser.ts';
import { itemText } from '../../src/documents/yaml-text.ts';

const parse = await loadYamlParser();
/** The lines of a text that ends with a line break. */
const linesOf = (text: string) => text.split('\n').slice(0, -1);
const read = (text: string) => parse(text, { maxBytes: 2 ** 24, maxLexemes: 2 ** 24 }).value;

/** Pieces that mean something to YAML, or that a line can break at. */
const pieces = [
  'no',
  'null',
  '~',
  'true',
  '1e3',
  '-1',
  '<<',
  ' ',
  '\n',
  '\n\n',
  '\t',
  '\r\n',
  '#',
  ' # ',
  ': ',
  ':',
  '- ',
  '-',
  '---',
  '{}',
  '[]',
  '&a',
  '|',
  '>',
  "'",
  '"',
  '\\',
  'ä',
  '${env:X}',
  'abc',
  'a b',
];
const text = fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((parts) => parts.join(''));
const name = fc.constantFrom('url', 'description', 'acl', 'a-b', '$schema', 'on', 'traffic_policy');
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    text,
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('any'), { maxLength: 3 }),
  map: fc.dictionary(name, tie('any'), { maxKeys: 4, noNullPrototype: true }),
}));
const items = fc.array(value.map, { minLength: 1, maxLength: 4 });
const indents = fc.constantFrom('', '  ', '    ');

describe('items as they are written', () => {
  it('are read as they were, or left to the library', () => {
    fc.assert(
      fc.property(items, indents, (records, indent) => {
        const text = records.map((item) => itemText(item, indent)).join('');
        const found = writtenItems(linesOf(text));
        if (found !== undefined) expect(found).toEqual(records);
      }),
      { numRuns: 500 },
    );
  });

  it('are read here, as exports have them', () => {
    const records = [
      { url: 'https://a.example.com', description: 'no', bindings: ['kubernetes'], pooling_enabled: true },
      {
        url: 'https://b.example.com',
        metadata: '{"a": 1}',
        traffic_policy: '# why\n\non_http_request:\n  - actions: []\n',
      },
      {
        public_key: 'ssh-ed25519 AAAA x',
        acl: [],
        target: { metrics_target: { api_key: '${env:A}', ddtags: '' } },
      },
      { open: 'a\nb', long: 'a\n\n\n', indented: '  a\nb\n', windows: 'a\r\nb', count: 12 },
    ];
    const text = records.map((item) => itemText(item, '  ')).join('');
    expect(writtenItems(linesOf(text))).toEqual(records);
  });

  it('have their parts on the lines on which the library finds them', () => {
    fc.assert(
      fc.property(items, (records) => {
        const text = records.map((item) => itemText(item, '')).join('');
        const { lineOf, value } = parse(text, { maxBytes: 2 ** 24, maxLexemes: 2 ** 24 });
        for (const path of pathsIn(value)) {
          expect([path, 1 + writtenLinesBefore(records, path)]).toEqual([path, lineOf(path)]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are never something else than what the library reads, whatever was changed in them', () => {
    const change = fc.tuple(fc.nat(), fc.nat(4), text);
    fc.assert(
      fc.property(items, indents, change, (records, indent, [at, length, put]) => {
        const written = records.map((item) => itemText(item, indent)).join('');
        const start = at % (written.length + 1);
        const changed = `${written.slice(0, start)}${put}${written.slice(start + length)}\n`;
        const found = writtenItems(linesOf(changed));
        if (found !== undefined) expect(found).toEqual(read(changed));
      }),
      { numRuns: 1000 },
    );
  });
});

/** All paths in a value but the empty one. */
function pathsIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([step, inner]) => {
    const here = [...path, Array.isArray(value) ? Number(step) : step];
    return [here, ...pathsIn(inner, here)];
  });
}
