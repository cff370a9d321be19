import { BlockList, isIPv4 } from 'node:net';
import { CodedError } from '../../contract/errors/coded-error.ts';
import { quote } from '../../contract/rules/rule.ts';

/** Something that `serve` was asked for and cannot or will not do. */
export class ServeOptionError extends CodedError {
  /**
   * @param flag the option at fault, as it is typed: `--host`
   * @param problem what is wrong with it, so that a sentence comes out behind the flag
   * @param hint what to do about it, where the problem does not say so
   */
  constructor(flag: string, problem: string, hint?: string) {
    super('USAGE', `${flag} ${problem}`, { field: flag, hint });
  }
}

/** An address to listen on. */
export interface ListenAddress {
  /** In numbers. What was asked about is what is bound: a name is not looked up again. */
  readonly address: string;
  /** Whether nobody outside this machine can reach it. */
  readonly isLoopback: boolean;
  /** Every address of the machine at once. */
  readonly isWildcard: boolean;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/**
 * Looks up where `--host` leads: an address, or a name. A name is loopback only when all its addresses are.
 * @throws ServeOptionError for a name without an address
 */
export async function resolveListenAddress(host: string): Promise<ListenAddress> {
  // node:net listens on every address when it is given none.
  if (host === '') throw new ServeOptionError('--host', 'names no address; leave it out for 127.0.0.1');
  const addresses = await lookUp(host);
  const [first = ''] = addresses;
  return {
    address: first,
    isLoopback: addresses.every(isLoopbackAddress),
    isWildcard: /^(0\.0\.0\.0|[0:]+|::ffff:(0\.0\.0\.0|0+:0+))$/i.test(first),
  };
}

async function lookUp(host: string): Promise<string[]> {
  if (isIPv4(host)) return [host];
  const { lookup } = await import('node:dns/promises');
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    throw new ServeOptionError(
      '--host',
      `${quote(host)} is neither an address nor a name that has one; leave it out for 127.0.0.1`,
    );
  }
}

function isLoopbackAddress(address: string): boolean {
  // Not isIPv6: its pattern takes 6 to 9 ms when it is first asked.
  return loopback.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
