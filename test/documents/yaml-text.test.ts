import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { itemText, membersText } from '../../src/documents/yaml-text.ts';
import { mapsOf, read, texts } from './yaml-values.ts';

const values = mapsOf(texts.filter((name) => name !== '<<'));

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
      fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'no'), fc.oneof(texts, values)), (members) => {
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
