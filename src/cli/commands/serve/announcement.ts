import { parseBaseUrl } from '../../../client/base-url.ts';
import { sanitizeJson, sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { ownEntry } from '../../../contract/schema/json-object.ts';
import type { RunningService } from '../../../hosting/serve.ts';
import type { CommandContext } from '../../context.ts';
import type { StoredKey } from '../../settings/keys-file.ts';
import { changeSettings } from '../../settings/write-settings.ts';
import { shellWord } from '../../words/shell-word.ts';

/** Where the service is and how to use it, for a person. @param file undefined when nothing is kept */
export function announceText(service: RunningService, file: string | undefined): string {
  const { url, apiKey, authorities } = service;
  const settings = [
    `TUNNELCTL_BASE_URL=${shellWord(url)}`,
    ...(apiKey ? [`TUNNELCTL_API_KEY=${shellWord(apiKey.token)}`] : []),
  ];
  return [
    `listening on ${url}`,
    file === undefined ? 'data is temporary and goes away at the end' : `data in ${sanitizeLine(file)}`,
    ...authorities.map(({ id }) => `SSH certificate authority ${id}`),
    '',
    apiKey ? 'In another shell (the key is shown only this once):' : 'In another shell:',
    `  export ${settings.join(' ')}`,
    '',
    // What stands behind # stays in the browser.
    apiKey ? 'In a browser:' : 'In a browser, which asks for a key:',
    `  ${url}/${apiKey ? `#key=${apiKey.token}` : ''}`,
    ...(apiKey ? [] : ['', 'The keys made before still work; tunnelctl serve --new-key makes another.']),
    '',
  ].join('\n');
}

/** The same on one line, for a program. */
export function announceJson(service: RunningService, file: string): string {
  const announcement = {
    url: service.url,
    api_key: service.apiKey?.token ?? null,
    api_key_id: service.apiKey?.id ?? null,
    data: file,
    ssh_certificate_authorities: service.authorities.map(({ id, publicKey }) => ({
      id,
      public_key: publicKey,
    })),
    pid: process.pid,
  };
  return sanitizeJson(`${JSON.stringify(announcement)}\n`);
}

/**
 * Stores where a service is as a profile, with its new key. Without a new key the stored one stays, and now belongs to
 * this address: it is the same service on another port.
 */
export async function saveProfile(
  name: string,
  { url, apiKey }: Pick<RunningService, 'url' | 'apiKey'>,
  { streams, printer }: CommandContext,
): Promise<void> {
  const { origin } = parseBaseUrl(url);
  const hasKey = await changeSettings(streams, (stored) => {
    const { settings } = stored;
    const key = apiKey ? { key: apiKey.token, origin } : movedKey(stored.keyOf(name), origin);
    if (key !== undefined) stored.changeKey(name, key);
    stored.change({
      ...settings,
      profiles: { ...settings.profiles, [name]: { ...ownEntry(settings.profiles, name), 'base-url': url } },
    });
    return key !== undefined;
  });
  await printer.notice(
    hasKey
      ? `use it with --profile ${name}, or in every shell: tunnelctl profiles use ${name}`
      : `profile ${name} has the address, but no key: tunnelctl login --profile ${name}, or serve --new-key`,
  );
}

// Only from this machine to this machine: a key of a service elsewhere is not ours to hand to a local port.
function movedKey(before: StoredKey | undefined, origin: string): StoredKey | undefined {
  if (before === undefined) return undefined;
  return new URL(before.origin).hostname === new URL(origin).hostname ? { ...before, origin } : undefined;
}
