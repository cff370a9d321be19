import { type Client, createClient } from '../client/client.ts';
import { dataFile } from './data-file.ts';
import type { GlobalOptions } from './global-options.ts';
import type { Streams } from './streams.ts';
import type { TextSource } from './text-source.ts';
import { UsageError } from './usage-error.ts';
import { userAgent } from './version.ts';

/** A client for one command. */
export interface Connection {
  readonly client: Client;
  close(): Promise<void>;
}

/** Connects a command to the service that its options and the environment name, or to the sandbox. */
export async function connect(
  options: GlobalOptions,
  streams: Streams,
  source: TextSource,
): Promise<Connection> {
  if (options.sandbox) return openSandbox(options, streams);
  if (options.data !== undefined) {
    throw new UsageError('--data is the file of the sandbox; give --sandbox as well');
  }
  const { env } = streams;
  const baseUrl = options.baseUrl ?? given(env.TUNNELCTL_BASE_URL);
  const apiKey =
    options.apiKey === undefined ? given(env.TUNNELCTL_API_KEY) : await source('--api-key', options.apiKey);
  const missing = [
    ...(baseUrl === undefined ? ['base URL'] : []),
    ...(apiKey === undefined ? ['API key'] : []),
  ];
  if (baseUrl === undefined || missing.length > 0) {
    throw new UsageError(
      `no ${missing.join(' and no ')} to call the service with`,
      'set TUNNELCTL_BASE_URL and TUNNELCTL_API_KEY (or --base-url and --api-key), ' +
        'or add --sandbox to run against the service in this process',
    );
  }
  return {
    client: createClient({ baseUrl, apiKey, timeoutMs: options.timeoutMs, userAgent }),
    close: async () => {},
  };
}

async function openSandbox(options: GlobalOptions, streams: Streams): Promise<Connection> {
  if (options.baseUrl !== undefined)
    throw new UsageError('--sandbox and --base-url name two services; give one');
  const file = dataFile(options.data, streams);
  const server = await import('../server/index.ts');
  const { transport, baseUrl, close } = await server.openSandbox({ file });
  return { client: createClient({ baseUrl, transport, userAgent }), close };
}

// An empty variable is the shell's way of having none.
function given(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}
