import { parseBaseUrl } from '../../client/base-url.ts';
import type { Transport } from '../../contract/http/message.ts';
import type { CommandContext } from '../context.ts';

/** What a client needs to tell of its requests, where `--debug` or TUNNELCTL_DEBUG asks for it. */
export function debugging(
  baseUrl: string,
  { options, streams, printer }: CommandContext,
): { observe?: (transport: Transport) => Transport } {
  if (!options.debug && !streams.env.TUNNELCTL_DEBUG) return {};
  return {
    observe(transport) {
      let logged: Transport | undefined;
      return async (request) => {
        const { logRequests } = await import('./request-log.ts');
        logged ??= logRequests(transport, parseBaseUrl(baseUrl).origin, printer);
        return logged(request);
      };
    },
  };
}
