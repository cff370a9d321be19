import { parseBaseUrl } from '../../client/base-url.ts';
import type { HttpRequest } from '../../contract/http/message.ts';
import type { CommandContext } from '../context.ts';
import { usageError } from '../errors/cli-error.ts';
import { formatJson, formatYaml } from '../output/serialize.ts';
import { findTarget, sandboxUrl } from '../settings/target.ts';
import { userAgent } from '../version.ts';
import { formatCurl, lacksSecret } from './curl.ts';
import { formatPreview, previewRequest, type RequestPreview } from './request-preview.ts';

type BuildRequests = (settings: { prefix: string; userAgent: string }) => HttpRequest[];

/** Prints requests instead of sending them. Needs a base URL, and no key. */
export async function printPreview(
  form: 'request' | 'curl' | undefined,
  context: CommandContext,
  build: BuildRequests,
): Promise<void> {
  const { streams, printer } = context;
  const target = findTarget(context);
  if (target.kind === 'sandbox' && form === 'curl') {
    throw usageError('--curl needs a service with an address, and the sandbox in this process has none', {
      field: '--curl',
      hint: 'start one with tunnelctl serve, or use --dry-run',
    });
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
