import { hasControlCharacters, sanitizeJson } from '../terminal/sanitize.ts';
import type { StructuredFormat } from './formats.ts';

/** JSON as people and pipelines read it: indented, with nothing in it that a terminal would obey. */
export function formatJson(value: unknown): string {
  return `${sanitizeJson(JSON.stringify(value, null, 2))}\n`;
}

/** The same on one line, as `jsonl` has it. */
export function formatJsonLine(value: unknown): string {
  return `${sanitizeJson(JSON.stringify(value))}\n`;
}

/** YAML with long texts whole and multi-line texts as blocks, and nothing in it that a terminal would obey. */
export async function formatYaml(value: unknown): Promise<string> {
  const { stringify, Document, visit } = await import('yaml');
  const options = { lineWidth: 0 };
  const text = stringify(value, options);
  if (!hasControlCharacters(text)) return text;
  // Between double quotes a character may be spelled out; YAML itself does so for some of them only.
  const document = new Document(value);
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && hasControlCharacters(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return sanitizeJson(document.toString(options));
}

/** A value in one of the formats for programs: JSON, on one line or indented, or YAML. */
export function formatStructured(value: unknown, format: StructuredFormat): Promise<string> | string {
  if (format === 'yaml') return formatYaml(value);
  return format === 'jsonl' ? formatJsonLine(value) : formatJson(value);
}
