import { type Client, createClient } from '../../client/client.ts';
import { forgetOnWrite } from '../completion/forget-on-write.ts';
import { serviceName } from '../completion/service-name.ts';
import { tellingDataFileErrors } from '../errors/data-file-error.ts';
import type { TextSource } from '../input/text-source.ts';
import type { GlobalOptions } from '../parser/global-options.ts';
import { findApiKey } from '../settings/api-key.ts';
import type { EffectiveSettings } from '../settings/effective-settings.ts';
import { findTarget, notConfigured, type ServiceTarget, sandboxUrl } from '../settings/target.ts';
import type { Streams } from '../streams.ts';
import { userAgent } from '../version.ts';
import { dataFile } from './data-file.ts';
import { debugging } from './debugging.ts';
import { networkOptions, warnOfPlainKey } from './transport-options.ts';

/** A client for one command. */
export interface Connection {
  readonly client: Client;
  close(): Promise<void>;
}

/** Connects a command to the service that its options, the environment or a profile names, or to the sandbox. */
export async function connect(
  options: GlobalOptions,
  streams: Streams,
  source: TextSource,
): Promise<Connection> {
  const target = findTarget(options, streams);
  const { client, close } =
    target.kind === 'sandbox'
      ? await openSandbox(options, streams)
      : await callService(target, options, streams, source);
  return { client: forgetOnWrite(client, () => serviceName(target, options, streams), streams), close };
}

async function callService(
  target: ServiceTarget,
  options: GlobalOptions,
  streams: Streams,
  source: TextSource,
): Promise<Connection> {
  const apiKey = await findApiKey(target, options, streams, source);
  if (apiKey === undefined) throw notConfigured('API key');
  const client = await serviceClient(target.baseUrl.value, apiKey.value, target.settings, streams, options);
  return { client, close: async () => {} };
}

/** A client of the service at a base URL, with a key that may go there. */
export async function serviceClient(
  baseUrl: string,
  apiKey: string,
  settings: EffectiveSettings,
  streams: Streams,
  options: Pick<GlobalOptions, 'debug'> = { debug: false },
): Promise<Client> {
  const network = networkOptions(baseUrl, settings, streams);
  await warnOfPlainKey(baseUrl, streams);
  return createClient({ baseUrl, apiKey, ...network, userAgent, ...debugging(options, streams, baseUrl) });
}

async function openSandbox(options: GlobalOptions, streams: Streams): Promise<Connection> {
  const file = dataFile(options.data, streams);
  const sandbox = await import('../../hosting/in-process.ts');
  const { transport, close } = await tellingDataFileErrors(() =>
    sandbox.openSandbox({ file, baseUrl: sandboxUrl }),
  );
  const client = createClient({
    baseUrl: sandboxUrl,
    transport,
    userAgent,
    ...debugging(options, streams, sandboxUrl),
  });
  return { client, close };
}
