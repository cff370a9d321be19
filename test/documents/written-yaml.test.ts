import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenItems, writtenLinesBefore } from '../../src/documents/written-yaml.ts';
import { itemText } from '../../src/documents/yaml-text.ts';
import { mapsOf, parse, read, texts } from './yaml-values.ts';

/** The lines of a text that ends with a line break. */
const linesOf = (text: string) => text.split('\n').slice(0, -1);

const names = fc.constantFrom('url', 'description', 'acl', 'a-b', '$schema', 'on', 'traffic_policy');
const items = fc.array(mapsOf(names), { minLength: 1, maxLength: 4 });
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
        const { lineOf, value } = parse(text);
        for (const path of pathsIn(value)) {
          expect([path, 1 + writtenLinesBefore(records, path)]).toEqual([path, lineOf(path)]);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are never something else than what the library reads, whatever was changed in them', () => {
    const change = fc.tuple(fc.nat(), fc.nat(4), texts);
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
