import { type CatalogueEntry, catalogue } from '../../contract/index.ts';
import { argumentUsage } from '../operation/operation-arguments.ts';
import type { LocalCommand } from './index.ts';

/**
 * Verbs of resources that are more or less than one operation of the API, by what the contract says: whatever can be
 * got can be waited for, and what has an SSH certificate in it can be read.
 */
export const resourceCommands: readonly LocalCommand[] = catalogue
  .filter(({ verb }) => verb === 'get')
  .flatMap((entry) => [waitCommand(entry), ...(hasCertificate(entry) ? certificateCommands(entry) : [])]);

function waitCommand(entry: CatalogueEntry): LocalCommand {
  return {
    words: wordsOf(entry, 'wait'),
    usage: argumentUsage(entry),
    summary: 'Wait until it exists, is gone, or has a value',
    load: async () => {
      const { defineWait } = await import('./wait/wait-command.ts');
      return { define: (command, context) => defineWait(command, entry, context) };
    },
  };
}

function certificateCommands(entry: CatalogueEntry): LocalCommand[] {
  return [
    {
      words: wordsOf(entry, 'inspect'),
      usage: '<file|id|->',
      summary: 'Show what stands in a certificate',
      load: async () => {
        const { defineInspect } = await import('./certificates/inspect-command.ts');
        return { define: (command, context) => defineInspect(command, entry, context) };
      },
    },
    {
      words: wordsOf(entry, 'needs-renewal'),
      usage: '<file>',
      summary: 'Tell whether a certificate should be renewed',
      load: async () => {
        const { defineNeedsRenewal } = await import('./certificates/renewal-command.ts');
        return { define: (command, context) => defineNeedsRenewal(command, entry, context) };
      },
    },
  ];
}

function hasCertificate({ operation }: CatalogueEntry): boolean {
  const members = Object.values(operation.returns?.properties ?? {});
  return members.some((member) => typeof member === 'object' && member['x-ssh-certificate'] === true);
}

function wordsOf({ resource }: CatalogueEntry, verb: string): string {
  return [...resource.name.split('.'), verb].join(' ');
}
