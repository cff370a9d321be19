import { describe, expect, it } from 'vitest';
import { readDocument } from '../../src/documents/read-document.ts';
import { splitDocument } from '../../src/documents/split-document.ts';
import {
  type DocumentFormat,
  type DocumentHead,
  type DocumentPiece,
  documentText,
} from '../../src/documents/write-document.ts';
import { loadYamlParser } from '../../src/documents/yaml-parser.ts';
import { proveLargeExport } from '../account/seed/large-export-proof.ts';
import { freshFile, problemsOf } from '../account/seed/seed-fixture.ts';

/** Texts that look like the lines at which a seed is taken apart, or that need quotes. */
const texts = [
  'endpoints:\n  - id: x\nagents:\n- y\n    {\n  ]\n}',
  '- a: b\n\n\n  # no comment\n\n\n',
  ' leading and trailing ',
  '"quoted" \\ and \u007f\u2028 odd',
  '{',
  '  - ',
  'yes',
  '0x10',
  '2026-11-21',
  '',
];

async function* pieces(): AsyncGenerator<DocumentPiece> {
  yield { member: 'account', item: { may_report_abuse: true } };
  for (let i = 0; i < 300; i++)
    yield { member: 'ip_policies', item: { description: `policy ${i}`, metadata: texts[i % 10] } };
  for (let i = 0; i < 4000; i++) {
    const traffic = {
      description: texts[i % 10],
      metadata: texts[(i + 3) % 10],
      pooling_enabled: i % 2 === 0,
    };
    yield {
      member: 'endpoints',
      item: { url: `https://h${i}.example.com`, bindings: ['public'], ...traffic },
    };
  }
}

async function textOf(
  format: DocumentFormat,
  head: DocumentHead = { comments: ['a head'] },
): Promise<string> {
  let text = '';
  for await (const chunk of documentText(pieces(), format, head)) text += chunk;
  return text;
}

const whole = async (text: string) =>
  (await loadYamlParser())(text, { maxBytes: 2 ** 24, maxLexemes: 2 ** 24 });

describe.each(['yaml', 'json'] as const)('a large seed in %s', (format) => {
  it('is read in parts as it would be in one', async () => {
    const text = await textOf(format, { comments: ['a head'], members: { $schema: './a.json', version: 1 } });
    expect(text.length).toBeGreaterThan(512 * 1024);
    expect(splitDocument(text)?.length).toBeGreaterThan(15);
    const [inParts, inOne] = [await readDocument('seed', text), await whole(text)];
    expect(inParts.value).toEqual(inOne.value);
    for (const path of [
      ['endpoints', 3999, 'url'],
      ['endpoints', 250],
      ['ip_policies', 249, 'metadata'],
      ['account'],
    ]) {
      expect(inParts.lineOf(path), String(path)).toBe(inOne.lineOf(path));
    }
  });

  it('tells the line of a problem far down', async () => {
    const text = (await textOf(format)).replace('https://h3700.', 'ftp://h3700.');
    const line = text.slice(0, text.indexOf('ftp://')).split('\n').length;
    expect(await problemsOf(await freshFile(), text)).toEqual([
      `seed.yml:${line}: endpoints[3700].url has the scheme "ftp"; use https, http, tcp or tls`,
    ]);
  });

  it('tells the line of what cannot be parsed, and of a key that comes twice', async () => {
    const file = await freshFile();
    const text = await textOf(format);
    const [before, after] = text.split(/(?<=h3700\.example\.com)/) as [string, string];
    const line = before.split('\n').length;
    const broken = await problemsOf(file, `${before}": [${after}`);
    expect(Number(broken[0]?.split(':')[1]) - line).toBeLessThan(12);
    const member =
      format === 'json' ? '",\n      "url": "https://z.example.com' : '\n    url: https://z.example.com';
    const [twice = ''] = await problemsOf(file, `${before}${member}${after}`);
    expect(twice).toMatch(new RegExp(`^seed\\.yml:${line + 1}: has the key "url" twice`));
  });
});

it('an export of a thousand endpoints is taken apart, put in, and comes out the same', () =>
  proveLargeExport(1_000));
