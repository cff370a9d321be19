import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadYamlParser } from '../../src/documents/yaml-parser.ts';
import { itemText, membersText } from '../../src/documents/yaml-text.ts';

const parse = await loadYamlParser();
const read = (text: string) => parse(text, { maxBytes: 2 ** 24, maxLexemes: 2 ** 24 }).value;

/** Pieces that mean something to YAML, or that a line can break at. */
const pieces = [
  ...['no', 'Yes', 'null', '~', 'true', '1e3', '0x1F', '.inf', '2026-11-21', '12:30', '<<', '=', 'y'],
  ...[
    ' ',
    '  ',
    '\n',
    '\n\n',
    '\t',
    '\r\n',
    '\r',
    '#',
    ' # ',
    ': ',
    ':',
    '- ',
    '-',
    '? ',
    '---',
    '...',
    '%',
    '@',
    '`',
  ],
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    '&a',
    '*a',
    '!t',
    '|',
    '>',
    "'",
    '"',
    '\\',
    '\u0000',
    '\u001b[31m',
    '\u007f',
    '\u0085',
  ],
  ...[
    '\u2028',
    '\ufeff',
    '\u202e',
    '\u200d',
    '\ud800',
    '👩‍🚀',
    'ä',
    '名',
    '${env:HOME}',
    'abc',
    'a b',
    'x'.repeat(100),
  ],
];
const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 3 })), {
  maxLength: 6,
});
const texts = text.map((parts) => parts.join(''));
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: 'small' },
    texts,
    fc.boolean(),
    fc.integer(),
    fc.constant(null),
    tie('list'),
    tie('map'),
  ),
  list: fc.array(tie('any'), { maxLength: 3 }),
  map: fc.dictionary(
    texts.filter((name) => name !== '<<'),
    tie('any'),
    { maxKeys: 3 },
  ),
})).map;

describe('a value as YAML', () => {
  it('has no quotes where none are needed, and blocks for texts of several lines', () => {
    const members = {
      url: 'https://app.example.com:8443',
      description: "alice's größter Laptop (2)",
      acl: ['bind:*.example.com', '*', 'bind:a=b'],
      metadata: '{"a": 1}',
      policy: '# why\n\non_tcp_connect:\n  - actions: []  # none\n\tx\n',
      open: 'a\nb',
      long: 'a\n\n\n',
      indented: '  a\nb\n',
      windows: 'a\r\nb',
      words: ['no', '1e3', 'a: b', 'a #b', ' a', 'a ', '2026-11-21', 'x:'],
      nothing: [{}, [], '', null, { a: undefined }],
      lists: [[1, 2], { a: { b: true } }],
      escape: '\u001b[31m\u009b',
    };
    expect(itemText(members, '')).toBe(`- url: https://app.example.com:8443
  description: alice's größter Laptop (2)
  acl:
    - bind:*.example.com
    - "*"
    - bind:a=b
  metadata: '{"a": 1}'
  policy: |
    # why

    on_tcp_connect:
      - actions: []  # none
    \tx
  open: |-
    a
    b
  long: |+
    a


  indented: |2
      a
    b
  windows: "a\\r\\nb"
  words:
    - "no"
    - "1e3"
    - "a: b"
    - "a #b"
    - " a"
    - "a "
    - "2026-11-21"
    - "x:"
  nothing:
    - {}
    - []
    - ""
    - null
    - {}
  lists:
    -
      - 1
      - 2
    - a:
        b: true
  escape: "\\u001b[31m\\u009b"
`);
  });

  it('is what the reader of documents makes of it', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'no'), fc.oneof(texts, value)), (members) => {
        fc.pre(Object.keys(members).length > 0);
        expect(read(membersText(members, ''))).toEqual(members);
        expect(read(`list:\n${itemText(members, '  ')}${itemText(members, '  ')}`)).toEqual({
          list: [members, members],
        });
      }),
      { numRuns: 500 },
    );
  });
});
