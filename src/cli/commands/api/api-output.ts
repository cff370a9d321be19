import { STATUS_CODES } from 'node:http';
import type { HttpResponse } from '../../../contract/http/message.ts';
import { headerName } from '../../connect/request-preview.ts';
import type { CommandContext } from '../../context.ts';
import { formats } from '../../output/formats.ts';
import { sanitizeBlock } from '../../output/sanitize.ts';
import { formatJson, formatJsonLine, formatYaml } from '../../output/serialize.ts';
import type { GlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';
import type { ApiOutput } from './run-api.ts';

/**
 * Prints an answer: JSON laid out for a terminal and as it came for a pipe, unless a format or a query is asked for;
 * all else as it came.
 */
export async function printAnswer(
  answer: HttpResponse,
  { include, query }: ApiOutput,
  options: GlobalOptions,
  { streams, printer }: CommandContext,
): Promise<void> {
  if (include) await printer.data(sanitizeBlock(formatHead(answer)));
  const { body, status } = answer;
  if (body === '') return;
  const json = parse(body);
  // What went wrong has other members than the ones asked for.
  const expression = status < 400 ? query : undefined;
  const chosen = effectiveSettings(options, streams).get('output')?.value;
  // Tables and the like are made of records, which nobody knows here.
  const structured = chosen !== undefined && formats[chosen].isStructured ? chosen : undefined;
  const format = expression === undefined ? structured : (structured ?? 'json');
  if (json === undefined || (format === undefined && !streams.stdoutIsTTY)) {
    return printer.data(streams.stdoutIsTTY ? `${sanitizeBlock(body)}\n` : endLine(body));
  }
  const value = expression === undefined ? json.value : await search(expression, json.value);
  if (format === 'yaml') return printer.data(await formatYaml(value));
  await printer.data(format === 'jsonl' ? formatJsonLine(value) : formatJson(value));
}

function formatHead({ status, headers }: HttpResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${headerName(name)}: ${value}`);
  return `${[`HTTP ${status} ${STATUS_CODES[status] ?? ''}`.trimEnd(), ...lines].join('\n')}\n\n`;
}

async function search(expression: string, value: unknown): Promise<unknown> {
  const { compileQuery } = await import('../../output/query/query.ts');
  return (await compileQuery(expression))(value);
}

function parse(body: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
}

function endLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
