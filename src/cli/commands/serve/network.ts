import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { quote } from '../../../contract/rules/rule.ts';
import type { ServeOptions } from '../../../hosting/serve.ts';
import { systemProblem } from '../../errors/system-problem.ts';
import { UsageError } from '../../errors/usage-error.ts';
import type { Streams } from '../../streams.ts';
import { limitOptions, readLimits } from './limits.ts';

/** Who may come in besides programs on this machine, and how much each may take. */
export type NetworkOptions = Pick<ServeOptions, 'allowRemote' | 'tls' | 'allowedHosts' | 'limits'>;

interface Given {
  readonly allowRemote?: true;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly allowedHost?: readonly string[];
}

const group = 'Who may come in:';

/** Offers what `readNetworkOptions` reads. */
export function addNetworkOptions(command: Command): void {
  const options = [
    new Option('--allow-remote', 'let --host be an address that other machines reach'),
    new Option('--tls-cert <file>', 'speak HTTPS with this certificate (PEM, its chain after it)'),
    new Option('--tls-key <file>', 'private key of --tls-cert (PEM, not encrypted)'),
    new Option(
      '--allowed-host <name>',
      'answer requests for this host too, as NAME or NAME:PORT; may be repeated',
    ).argParser((name: string, names: readonly string[] = []) => [...names, name]),
  ];
  for (const option of options) command.addOption(option.helpGroup(group));
  for (const option of limitOptions()) command.addOption(option);
}

/** @throws UsageError for what cannot be read, and files that are not there */
export function readNetworkOptions(given: Given, streams: Pick<Streams, 'cwd'>): NetworkOptions {
  const { allowRemote, tlsCert, tlsKey, allowedHost } = given;
  if ((tlsCert === undefined) !== (tlsKey === undefined)) {
    throw new UsageError(
      tlsKey === undefined
        ? '--tls-cert needs --tls-key, the private key of the certificate'
        : '--tls-key needs --tls-cert, the certificate of the key',
    );
  }
  return {
    allowRemote: allowRemote === true,
    allowedHosts: allowedHost?.map(readHost),
    tls:
      tlsCert === undefined || tlsKey === undefined
        ? undefined
        : { cert: readNamed('--tls-cert', tlsCert, streams), key: readNamed('--tls-key', tlsKey, streams) },
    limits: readLimits(given),
  };
}

function readHost(text: string): string {
  if (/^([a-z0-9]([\w-]*[a-z0-9])?(\.[a-z0-9]([\w-]*[a-z0-9])?)*|\[[0-9a-f:.]+\])(:\d{1,5})?$/i.test(text))
    return text;
  throw new UsageError(
    `--allowed-host ${quote(text)} is not a host`,
    'write a name as it stands in a URL, such as sandbox.example.com or sandbox.example.com:8443',
  );
}

function readNamed(flag: string, name: string, { cwd }: Pick<Streams, 'cwd'>) {
  try {
    return { name, text: readFileSync(resolve(cwd, name), 'utf8') };
  } catch (error) {
    throw new UsageError(`${flag} cannot read the file ${name}: ${systemProblem(error)}`);
  }
}
