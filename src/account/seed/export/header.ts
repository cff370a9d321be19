/** What an export without secrets leaves out, and what an import makes of that: a line each. */
export const withoutSecrets: readonly string[] = [
  'It holds no secrets. What an import makes of it differs from this account in these points:',
  '- API keys are there, but no token works; tunnelctl sandbox export --with-secrets keeps what tokens are known by.',
  '- SSH certificate authorities get new keys: certificates signed before are kept, and no authority vouches for them.',
  '- So does the authority of client certificates: those of Kubernetes operators are kept, and do not verify.',
  '- Secrets of event destinations are <SECRET>: import says which have to be given again.',
  '- Deleted API keys are forgotten.',
];

/** What an export with secrets is. */
export const withSecrets: readonly string[] = [
  'It holds secrets: private keys, what API keys are known by, secrets of event destinations. Keep it like a password.',
];

/** The head of every export. */
export function exportHeader(accountId: string, hasSecrets: boolean): string[] {
  return [
    `tunnelctl: the account ${accountId}, as tunnelctl sandbox import and serve --seed take it.`,
    ...(hasSecrets ? withSecrets : withoutSecrets),
  ];
}
