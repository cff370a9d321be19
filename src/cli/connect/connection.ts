import { parseBaseUrl } from '../../client/base-url.ts';
import { type Client, createClient } from '../../client/client.ts';
import type { HttpRequest, Transport } from '../../contract/http/message.ts';
import { listOf } from '../../contract/index.ts';
import type { Operation } from '../../contract/schema/resource.ts';
import type { CommandContext } from '../context.ts';
import { usageError } from '../errors/cli-error.ts';
import { findApiKey } from '../settings/api-key.ts';
import { findTarget, notConfigured, type ServiceTarget, sandboxUrl } from '../settings/target.ts';
import type { Streams } from '../streams.ts';
import { userAgent } from '../version.ts';
import { dataFile, serviceName } from './data-file.ts';
import { networkOptions, warnOfPlainKey } from './transport-options.ts';

/** A client for one command. */
export interface Connection {
  readonly client: Client;
  /** The id of the user or bot that requests are made as. Throws a CliError where the key does not tell. */
  principal(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Connects a command to the service that its options, the environment or a profile names, or to the sandbox.
 * @param patience how often a request is sent again once the service has answered, where nothing says how often
 */
export async function connect(context: CommandContext, patience?: number): Promise<Connection> {
  const target = findTarget(context);
  const { client, principal, close } =
    target.kind === 'sandbox' ? await openSandbox(context) : await callService(target, context, patience);
  const { options, streams } = context;
  const forgetting = forgetOnWrite(client, () => serviceName(target, options, streams), streams);
  return { client: keepUnlisted(forgetting, context), principal, close };
}

async function callService(
  target: ServiceTarget,
  context: CommandContext,
  patience: number | undefined,
): Promise<Connection> {
  const apiKey = await findApiKey(target, context);
  if (apiKey === undefined) throw notConfigured('API key');
  context.usedKey = apiKey;
  const client = await serviceClient(target.baseUrl.value, apiKey.value, context, patience);
  return { client, principal: () => principalOf(client, apiKey.value), close: async () => {} };
}

async function principalOf(client: Client, token: string): Promise<string> {
  const { checkKey } = await import('./key-check.ts');
  const { ownerId } = await checkKey(client, token);
  if (ownerId !== undefined) return ownerId;
  throw usageError('the API key does not tell whose it is; give the id of the user or bot in place of me', {
    next: ['tunnelctl whoami'],
  });
}

/** A client of the service at a base URL, with a key that may go there. */
export async function serviceClient(
  baseUrl: string,
  apiKey: string,
  context: CommandContext,
  patience?: number,
): Promise<Client> {
  const network = networkOptions(baseUrl, context, patience);
  await warnOfPlainKey(baseUrl, context.printer);
  return createClient({ baseUrl, apiKey, ...network, userAgent, ...observing(baseUrl, context) });
}

async function openSandbox(context: CommandContext): Promise<Connection> {
  const file = dataFile(context.options.data, context.streams);
  const hosting = await import('../../hosting/in-process.ts');
  const { transport, callerId, close } = await hosting.openSandbox({ file, baseUrl: sandboxUrl });
  const observed = observing(sandboxUrl, context);
  const client = createClient({ baseUrl: sandboxUrl, transport, userAgent, ...observed });
  return { client, principal: async () => callerId, close };
}

/** A connection that is made when the first thing needs it: a list to choose from, or the request itself. */
export interface LazyConnection {
  open(): Promise<Connection>;
  close(): Promise<void>;
}

export function connectLater(context: CommandContext, patience?: number): LazyConnection {
  let connection: Promise<Connection> | undefined;
  return {
    open() {
      connection ??= connect(context, patience);
      return connection;
    },
    async close() {
      const opened = await connection?.catch(() => undefined);
      await opened?.close();
    },
  };
}

/**
 * What a client needs to tell of its requests: each with all that goes and comes, where `--debug` or TUNNELCTL_DEBUG
 * asks for it; otherwise what a person waits for.
 */
function observing(
  baseUrl: string,
  { options, streams, printer }: CommandContext,
): { observe: (transport: Transport) => Transport } {
  if (!options.debug && !streams.env.TUNNELCTL_DEBUG) {
    const what = ({ method, target }: HttpRequest) => `${new URL(baseUrl).host}: ${method} ${target}`;
    return { observe: (transport) => (request) => printer.waitFor(() => what(request), transport(request)) };
  }
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

/**
 * The client, with a completion that knows: whatever may have changed the account, answered or not, drops what
 * completion remembers of it. Reading costs nothing; of many changes at once the first and the last do it.
 * @param service as `serviceName` calls it
 */
function forgetOnWrite(client: Client, service: () => string, streams: Streams): Client {
  let underWay = 0;
  let isForgotten = false;
  const after = async <T>(method: string, result: Promise<T>): Promise<T> => {
    if (method === 'GET') return result;
    underWay += 1;
    try {
      return await result;
    } finally {
      underWay -= 1;
      if (underWay === 0 || !isForgotten) {
        isForgotten = true;
        const { forgetAnswers } = await import('./answer-cache.ts');
        forgetAnswers(service(), streams.env);
      }
    }
  };
  return {
    ...client,
    send: (operation, parameters, ...body) =>
      after(operation.method, client.send(operation, parameters, ...body)),
    sendRaw: (request) => after(request.method, client.sendRaw(request)),
    withKey: (apiKey) => forgetOnWrite(client.withKey(apiKey), service, streams),
  };
}

/** The client, with a memory for the ids that no operation lists. Requests about others cost nothing. */
function keepUnlisted(client: Client, context: CommandContext): Client {
  const send = async (operation: Operation, parameters: object, ...body: readonly unknown[]) => {
    const result = await client.send(operation, parameters as never, ...(body as []));
    const source = operation.path.slice(1).replace(/\/\{\w+\}.*/, '');
    if (listOf(source) === undefined) {
      const { keepSeenIds } = await import('./seen-ids.ts');
      await keepSeenIds(operation, { ...parameters }, result, context);
    }
    return result;
  };
  return {
    ...client,
    send: send as Client['send'],
    withKey: (apiKey) => keepUnlisted(client.withKey(apiKey), context),
  };
}
