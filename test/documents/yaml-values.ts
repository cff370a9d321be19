import fc from 'fast-check';
import { loadYamlParser } from '../../src/documents/yaml-parser.ts';

// Values that YAML could take for something else, and what the library reads of a text.

const parseYaml = await loadYamlParser();

export const parse = (text: string) => parseYaml(text, { maxBytes: 2 ** 24, maxLexemes: 2 ** 24 });

export const read = (text: string) => parse(text).value;

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

/** Texts of a few such pieces, and of whatever else a text may hold. */
export const texts = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 6 })
  .map((parts) => parts.join(''));

/** Objects with such names, and in them whatever a document can hold. */
export function mapsOf(names: fc.Arbitrary<string>): fc.Arbitrary<Record<string, unknown>> {
  return fc.letrec<{ any: unknown; list: unknown[]; map: Record<string, unknown> }>((tie) => ({
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
    map: fc.dictionary(names, tie('any'), { maxKeys: 4, noNullPrototype: true }),
  })).map;
}
