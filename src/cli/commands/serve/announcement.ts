import type { RunningService } from '../../../hosting/serve.ts';
import { shellWord } from '../../words/command-words.ts';

/** Where the service is and how to use it, for a person. @param file undefined when nothing is kept */
export function announceText(service: RunningService, file: string | undefined): string {
  const { url, apiKey, authorities } = service;
  const settings = [
    `TUNNELCTL_BASE_URL=${shellWord(url)}`,
    ...(apiKey ? [`TUNNELCTL_API_KEY=${shellWord(apiKey.token)}`] : []),
  ];
  return [
    `listening on ${url}`,
    file === undefined ? 'data is temporary and goes away at the end' : `data in ${file}`,
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
  return `${JSON.stringify(announcement)}\n`;
}
