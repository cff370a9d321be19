// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these marks are those of policies
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { partsOfText } from '../../../src/contract/policy/interpolation.ts';

const marked = (expression: string) => `$\{${expression}}`;

describe('a text with CEL in it', () => {
  it.each([
    ['', []],
    ['plain', [{ literal: 'plain' }]],
    ['costs $5 or {6}', [{ literal: 'costs $5 or {6}' }]],
    [marked('a'), [{ expression: 'a' }]],
    [
      `https://${marked("req.url.path.split('/')[1]")}.internal`,
      [{ literal: 'https://' }, { expression: "req.url.path.split('/')[1]" }, { literal: '.internal' }],
    ],
    [`${marked('a')}${marked('b')}`, [{ expression: 'a' }, { expression: 'b' }]],
    [marked("{'a': {'b': 1}}['a']"), [{ expression: "{'a': {'b': 1}}['a']" }]],
    [marked("'}' + \"{\" + 'it\\'s }'"), [{ expression: "'}' + \"{\" + 'it\\'s }'" }]],
    [marked("r'\\' + 'a}'"), [{ expression: "r'\\' + 'a}'" }]],
    [marked("'''a'}'''"), [{ expression: "'''a'}'''" }]],
  ])('is %j in parts', (text, parts) => {
    expect(partsOfText(text)).toEqual(parts);
  });

  it.each(['${', 'a ${b', "${'}", '${{}', "${'''}'"])('may not be %j, which does not end', (text) => {
    expect(() => partsOfText(text)).toThrow('lacks the "}" that ends it');
  });

  it('is the sum of its parts', () => {
    const expression = fc.constantFrom('a', "'}'", "{'a': 1}", '"${"', 'req.host', '');
    const part = fc.oneof(
      fc.string().map((literal) => ({ literal: literal.replaceAll('$', '') })),
      expression.map((one) => ({ expression: one })),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.map((one) => ('literal' in one ? one.literal : marked(one.expression))).join('');
        const found = partsOfText(text);
        const written = found.map((one) => ('literal' in one ? one.literal : marked(one.expression)));
        expect(written.join('')).toBe(text);
        const expressions = (all: readonly object[]) => all.filter((one) => 'expression' in one);
        expect(expressions(found)).toEqual(expressions(parts));
      }),
    );
  });
});
