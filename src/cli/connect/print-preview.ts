import { parseBaseUrl } from '../../client/base-url.ts';
import { buildRequest } from '../../client/request.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import type { CommandContext } from '../context.ts';
import { UsageError } from '../errors/usage-error.ts';
import type { Input } from '../input/read-input.ts';
import type { OperationRun } from '../operation/run-operation.ts';
import { formatJson, formatYaml } from '../output/serialize.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import { findTarget, sandboxUrl } from '../settings/target.ts';
import { userAgent } from '../version.ts';
import { formatCurl, lacksSecret } from './curl.ts';
import { formatPreview, previewRequest, type RequestPreview } from './request-preview.ts';

type BuildRequests = (settings: { prefix: string; userAgent: string }) => HttpRequest[];

/** Prints the requests that a run would make, one for each target, and sends none. */
export async function previewRun(
  run: OperationRun,
  { targets, body }: Input,
  context: CommandContext,
): Promise<void> {
  const { operation } = run.entry;
  await printPreview(run.input.preview, run.options, context, (settings) =>
    targets.values.map((values) =>
      buildRequest(operation, { ...values, ...run.paging?.place }, operation.body && body, settings),
    ),
  );
}

/** Prints requests instead of sending them. Needs a base URL, and no key. */
export async function printPreview(
  form: 'request' | 'curl' | undefined,
  options: GlobalOptions,
  { streams, printer }: CommandContext,
  build: BuildRequests,
): Promise<void> {
  const target = findTarget(options, streams);
  if (target.kind === 'sandbox' && form === 'curl') {
    throw new UsageError(
      '--curl needs a service with an address, and the sandbox in this process has none',
      'start one with tunnelctl serve, or use --dry-run',
    );
  }
  const { origin, prefix } = parseBaseUrl(target.kind === 'sandbox' ? sandboxUrl : target.baseUrl.value);
  const requests = build({ prefix, userAgent });
  const previews = requests.map((request) => previewRequest(request, origin, target.kind === 'service'));
  if (form !== 'curl') return printer.data(await formatAll(previews, target.settings.get('output')?.value));
  const caCert = target.settings.get('ca-cert')?.value.replace(/^~(?=\/)/, streams.env.HOME ?? '~');
  await printer.data(previews.map((preview) => formatCurl(preview, caCert)).join(''));
  if (previews.some(lacksSecret)) {
    await printer.notice('note: secrets are left out of the command; put them where <SECRET> stands');
  }
}

async function formatAll(previews: readonly RequestPreview[], format: string | undefined): Promise<string> {
  const [only] = previews;
  const value = previews.length === 1 ? only : previews;
  if (format === 'json') return formatJson(value);
  if (format === 'jsonl') return previews.map((preview) => `${JSON.stringify(preview)}\n`).join('');
  if (format === 'yaml') return formatYaml(value);
  return previews.map(formatPreview).join('\n');
}
