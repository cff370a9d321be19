import type { CatalogueEntry } from '../../contract/index.ts';
import { argumentUsage } from '../operation/targets.ts';
import type { LocalCommand } from '../parser/command-tree.ts';
import { resourceWords } from '../words/command-words.ts';

/**
 * Verbs of resources that are more or less than one operation of the API, by what the contract says: whatever can be
 * got can be waited for, and what has an SSH certificate in it can be read.
 */
export function resourceCommands(operations: readonly CatalogueEntry[]): LocalCommand[] {
  return operations
    .filter(({ verb }) => verb === 'get')
    .flatMap((entry) => [waitCommand(entry), ...(hasCertificate(entry) ? certificateCommands(entry) : [])]);
}

function waitCommand(entry: CatalogueEntry): LocalCommand {
  return {
    words: wordsOf(entry, 'wait'),
    usage: argumentUsage(entry),
    summary: 'Wait until it exists, is gone, or has a value',
    load: async () => ({ command: (await import('./wait/wait-command.ts')).waitCommand(entry) }),
  };
}

function certificateCommands(entry: CatalogueEntry): LocalCommand[] {
  return [
    {
      words: wordsOf(entry, 'inspect'),
      usage: '<file|id|->',
      summary: 'Show what stands in a certificate',
      load: async () => ({
        command: (await import('./certificates/inspect-command.ts')).inspectCommand(entry),
      }),
    },
    {
      words: wordsOf(entry, 'needs-renewal'),
      usage: '<file>',
      summary: 'Tell whether a certificate should be renewed',
      load: async () => ({
        command: (await import('./certificates/renewal-command.ts')).needsRenewalCommand(entry),
      }),
    },
  ];
}

function hasCertificate({ operation }: CatalogueEntry): boolean {
  const members = Object.values(operation.returns?.properties ?? {});
  return members.some((member) => typeof member === 'object' && member['x-ssh-certificate'] === true);
}

function wordsOf({ resource }: CatalogueEntry, verb: string): string {
  return [...resourceWords(resource), verb].join(' ');
}
