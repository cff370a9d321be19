import { parseBaseUrl } from '../../client/base-url.ts';
import type { Transport } from '../../contract/http/message.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import { createPrinter } from '../printer.ts';
import type { Streams } from '../streams.ts';

/** What a client needs to tell of its requests, where `--debug` or TUNNELCTL_DEBUG asks for it. */
export function debugging(
  { debug }: Pick<GlobalOptions, 'debug'>,
  streams: Streams,
  baseUrl: string,
): { observe?: (transport: Transport) => Transport } {
  if (!debug && !streams.env.TUNNELCTL_DEBUG) return {};
  return {
    observe(transport) {
      let logged: Transport | undefined;
      return async (request) => {
        const { logRequests } = await import('./request-log.ts');
        logged ??= logRequests(transport, parseBaseUrl(baseUrl).origin, createPrinter(streams));
        return logged(request);
      };
    },
  };
}
