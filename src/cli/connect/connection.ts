import { type Client, createClient } from '../../client/client.ts';
import type { CommandContext } from '../context.ts';
import { findApiKey } from '../settings/api-key.ts';
import { findTarget, notConfigured, type ServiceTarget, sandboxUrl } from '../settings/target.ts';
import { userAgent } from '../version.ts';
import { dataFile } from './data-file.ts';
import { debugging } from './debugging.ts';
import { forgetOnWrite } from './forget-on-write.ts';
import { serviceName } from './service-name.ts';
import { networkOptions, warnOfPlainKey } from './transport-options.ts';

/** A client for one command. */
export interface Connection {
  readonly client: Client;
  close(): Promise<void>;
}

/** Connects a command to the service that its options, the environment or a profile names, or to the sandbox. */
export async function connect(context: CommandContext): Promise<Connection> {
  const target = findTarget(context);
  const { client, close } =
    target.kind === 'sandbox' ? await openSandbox(context) : await callService(target, context);
  const { options, streams } = context;
  return { client: forgetOnWrite(client, () => serviceName(target, options, streams), streams), close };
}

async function callService(target: ServiceTarget, context: CommandContext): Promise<Connection> {
  const apiKey = await findApiKey(target, context);
  if (apiKey === undefined) throw notConfigured('API key');
  return {
    client: await serviceClient(target.baseUrl.value, apiKey.value, context),
    close: async () => {},
  };
}

/** A client of the service at a base URL, with a key that may go there. */
export async function serviceClient(
  baseUrl: string,
  apiKey: string,
  context: CommandContext,
): Promise<Client> {
  const network = networkOptions(baseUrl, context);
  await warnOfPlainKey(baseUrl, context.printer);
  return createClient({ baseUrl, apiKey, ...network, userAgent, ...debugging(baseUrl, context) });
}

async function openSandbox(context: CommandContext): Promise<Connection> {
  const file = dataFile(context.options.data, context.streams);
  const hosting = await import('../../hosting/in-process.ts');
  const { transport, close } = await hosting.openSandbox({ file, baseUrl: sandboxUrl });
  const client = createClient({
    baseUrl: sandboxUrl,
    transport,
    userAgent,
    ...debugging(sandboxUrl, context),
  });
  return { client, close };
}
