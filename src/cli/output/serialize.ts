import { printableJson } from './printable.ts';

/** JSON as people and pipelines read it: indented, with nothing in it that a terminal would obey. */
export function formatJson(value: unknown): string {
  return `${printableJson(JSON.stringify(value, null, 2))}\n`;
}

/** YAML with long texts whole and multi-line texts as blocks. */
export async function formatYaml(value: unknown): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(value, { lineWidth: 0 });
}
