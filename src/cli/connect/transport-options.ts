import { parseBaseUrl } from '../../client/base-url.ts';
import type { ClientOptions } from '../../client/client.ts';
import { isLoopback, proxyFor } from '../../client/proxy.ts';
import type { RetryOptions } from '../../client/retries.ts';
import { readPem } from '../../contract/rules/pem.ts';
import type { CommandContext } from '../context.ts';
import { fieldError } from '../errors/cli-error.ts';
import { decodeText, readNamedFile } from '../input/named-file.ts';
import { interruptible } from '../input/signals.ts';
import type { Printer } from '../printer.ts';
import { settingDefaults } from '../settings/known-settings.ts';
import { formatOrigin } from '../settings/origin.ts';
import type { Streams } from '../streams.ts';

/**
 * How the requests of a command travel, by its settings and its environment.
 * @param patience how often a request is sent again once the service has answered, where nothing says how often
 */
export function networkOptions(
  baseUrl: string,
  { settings, streams, printer }: CommandContext,
  patience: number = settingDefaults.retries,
): Pick<ClientOptions, 'timeoutMs' | 'proxy' | 'extraAuthorities' | 'retries'> {
  const seconds = settings.get('timeout')?.value ?? settingDefaults.timeout;
  const caCert = settings.get('ca-cert');
  return {
    timeoutMs: seconds * 1000,
    proxy: proxyFor(parseBaseUrl(baseUrl).origin, streams.env),
    extraAuthorities: caCert && readAuthorities(formatOrigin(caCert.origin), caCert.value, streams),
    retries: retryOptions(settings.get('retries')?.value, patience, { streams, printer }),
  };
}

/** How patiently requests are sent again. A person is told of a wait that can be felt. */
function retryOptions(
  said: number | undefined,
  patience: number,
  { streams, printer }: { readonly streams: Streams; readonly printer: Printer },
): RetryOptions {
  const { clock } = streams;
  return {
    retries: said ?? settingDefaults.retries,
    retriesOnceAnswered: said ?? patience,
    clock: { now: clock.now, sleep: (ms) => interruptible(streams, (signal) => clock.sleep(ms, signal)) },
    async onWait({ waitMs, reason }) {
      if (waitMs < 1000 || !streams.stderrIsTTY) return;
      await printer.notice(`${reason}; trying again in ${Math.ceil(waitMs / 1000)} s`);
    },
  };
}

/** Warns of a key that anybody on the way can read: plain http to another machine. */
export async function warnOfPlainKey(baseUrl: string, printer: Printer): Promise<void> {
  const { protocol, hostname, origin } = new URL(baseUrl);
  if (protocol !== 'http:' || isLoopback(hostname)) return;
  await printer.warn(
    `the API key travels unencrypted to ${origin}, where anybody on the way can read it; use https`,
  );
}

/** @param source what named the file, as `--ca-cert` */
function readAuthorities(source: string, file: string, streams: Streams): string {
  const text = decodeText(source, file, readNamedFile(source, file, streams));
  const blocks = readPem(text).flatMap(({ label, text: block }) => (label === 'CERTIFICATE' && block) || []);
  const { X509Certificate } = process.getBuiltinModule('node:crypto');
  try {
    for (const block of blocks) new X509Certificate(block);
  } catch {
    throw fieldError(source, `${file} holds a certificate that cannot be read; give it whole, as PEM`);
  }
  if (blocks.length === 0) {
    throw fieldError(
      source,
      `${file} holds no certificate; give a PEM file with the authority's certificate`,
    );
  }
  return text;
}
