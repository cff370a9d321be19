import { protocol } from '../../contract/http/protocol.ts';
import { shellWord } from '../words/shell-words.ts';
import type { RequestPreview } from './request-preview.ts';

/**
 * A request as a command for bash, zsh and the like. The key comes from the environment of whoever runs it; other
 * secrets are left out: `<SECRET>` stands where they go.
 * @param caCert file with certificates of authorities to trust
 */
export function formatCurl({ method, url, headers, body }: RequestPreview, caCert?: string): string {
  const words = [
    // No globbing: brackets in a URL are brackets.
    `curl -sS -g -X ${method} ${shellWord(url)}`,
    ...(caCert === undefined ? [] : [`--cacert ${shellWord(caCert)}`]),
    ...Object.entries(headers)
      // curl says who it is itself.
      .filter(([name]) => name !== 'User-Agent')
      .map(([name, value]) => `-H ${formatHeader(name, value)}`),
    ...(body === undefined ? [] : [`--data-binary ${shellWord(JSON.stringify(body))}`]),
  ];
  return `${words.join(' \\\n  ')}\n`;
}

function formatHeader(name: string, value: string): string {
  // Double quotes, so that the shell puts the key in.
  return name === 'Authorization'
    ? '"Authorization: Bearer $TUNNELCTL_API_KEY"'
    : shellWord(`${name}: ${value}`);
}

/** Whether something was left out that the command needs. */
export function lacksSecret({ body }: RequestPreview): boolean {
  return JSON.stringify(body ?? null).includes(protocol.secretMask);
}
