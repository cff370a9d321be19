import { quote } from '../../../contract/rules/rule.ts';
import type { ServeOptions, SocketLimits } from '../../../hosting/serve.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { inputFile, type NamedFile } from '../../input/named-file.ts';
import {
  type OptionDefinition,
  type OptionDefinitions,
  option,
  repeatable,
  toggle,
  type ValuesOf,
  type ValueType,
} from '../../parser/options.ts';
import { bytes, milliseconds, wholeNumber } from '../../parser/value-types.ts';

// The defaults are the service's: a test holds these texts to them.
/** The limits of the service, by its own names for them. */
export const limitOptions = {
  maxBodyBytes: limit(
    '--max-body <bytes>',
    "longest request body; the API's own limit can only be lowered",
    bytes(1024, 1_048_576),
    '1MiB',
  ),
  maxHeaderBytes: limit(
    '--max-header-size <bytes>',
    'longest request line and headers together',
    bytes(1024, 1_048_576),
    '16KiB',
  ),
  maxHeaderCount: limit(
    '--max-header-count <number>',
    'most headers of a request',
    wholeNumber(8, 2000),
    '100',
  ),
  headerMs: limit(
    '--header-timeout <seconds>',
    'time for the headers of a request to arrive',
    milliseconds(0.1, 86_400),
    '10',
  ),
  requestMs: limit(
    '--request-timeout <seconds>',
    'time for a whole request to arrive, and for an answer to be read',
    milliseconds(0.1, 86_400),
    '30',
  ),
  idleMs: limit(
    '--idle-timeout <seconds>',
    'time that a connection is kept for the next request',
    milliseconds(0.1, 86_400),
    '5',
  ),
  maxConnections: limit(
    '--max-connections <number>',
    'most connections; one more ends the one that is idle longest',
    wholeNumber(1, 1_000_000),
    '1000',
  ),
} as const satisfies OptionDefinitions & Record<keyof SocketLimits, OptionDefinition<number | undefined>>;

function limit(flags: string, description: string, type: ValueType<number>, fallback: string) {
  return option(flags, description, type, { group: 'Limits:', fallback });
}

/** The limits that were given, out of all that a command takes. */
export function readLimits(given: ValuesOf<typeof limitOptions>): Partial<SocketLimits> {
  const names = Object.keys(limitOptions) as (keyof SocketLimits)[];
  return Object.fromEntries(
    names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

const place = { group: 'Who may come in:' };

/** A host as a request names it. */
const host: ValueType<string> = {
  read(given, name) {
    if (/^([a-z0-9]([\w-]*[a-z0-9])?(\.[a-z0-9]([\w-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(given))
      return given;
    throw fieldError(name, `${quote(given)} is not a host`, {
      hint: 'write a name as it stands in a URL, such as sandbox.example.com or sandbox.example.com:8443',
    });
  },
};

/** Who may come in besides programs on this machine, and how much each may take. */
export const networkOptions = {
  allowRemote: toggle('--allow-remote', 'let --host be an address that other machines reach', place),
  tlsCert: option(
    '--tls-cert <file>',
    'speak HTTPS with this certificate (PEM, its chain after it)',
    inputFile,
    place,
  ),
  tlsKey: option('--tls-key <file>', 'private key of --tls-cert (PEM, not encrypted)', inputFile, place),
  allowedHosts: repeatable(
    '--allowed-host <name>',
    'answer requests for this host too, as NAME or NAME:PORT',
    host,
    place,
  ),
  ...limitOptions,
} as const satisfies OptionDefinitions;

/** The same as the service takes it, the files read that were named. Throws a CliError. */
export async function readNetwork(given: ValuesOf<typeof networkOptions>) {
  const { allowRemote, allowedHosts, tlsCert, tlsKey } = given;
  if (tlsCert !== undefined && tlsKey === undefined) {
    throw fieldError('--tls-cert', 'needs --tls-key, the private key of the certificate');
  }
  if (tlsKey !== undefined && tlsCert === undefined) {
    throw fieldError('--tls-key', 'needs --tls-cert, the certificate of the key');
  }
  const tls = tlsCert && tlsKey && { cert: await readPem(tlsCert), key: await readPem(tlsKey) };
  return { allowRemote, allowedHosts, tls, limits: readLimits(given) } satisfies Partial<ServeOptions>;
}

// Around the blocks of a PEM file may stand anything, in any encoding.
async function readPem(file: NamedFile) {
  return { name: file.name, text: Buffer.from(await file.bytes()).toString() };
}
