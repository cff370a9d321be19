import type { CatalogueEntry } from '../../../contract/index.ts';
import type { Schema } from '../../../contract/schema/schema.ts';
import { fieldError } from '../../errors/cli-error.ts';
import { option } from '../../parser/options.ts';
import { hinted } from '../../parser/value-types.ts';
import { formatExample } from '../examples.ts';
import { flagName, flagsOf } from '../flags.ts';
import type { OperationPlugin } from './plugin.ts';

/** `--generate FILE` of what is created for an SSH public key: the key pair is made, too. */
export const keyPair: OperationPlugin = {
  appliesTo: (entry) => entry.operation.method === 'POST' && publicKeyMember(entry) !== undefined,

  options: (entry) => ({
    generate: option(
      '--generate <file>',
      `make an Ed25519 key pair in place of ${flagName([publicKeyMember(entry) ?? ''])}: the private key in this file, the ` +
        'public one beside it with .pub',
      hinted({ path: 'file' }),
    ),
  }),

  examples: (entry) => [{ summary: 'Make the key pair, too', command: exampleOf(entry) }],

  apply({ generate: file, dryRun, curl, out, bundle }, entry) {
    if (typeof file !== 'string') return undefined;
    if (dryRun === true || curl === true)
      throw fieldError('--generate', 'makes a key, and a preview makes nothing; give the public key of one');
    const name = publicKeyMember(entry) ?? '';
    let made: import('./keep-key-pair.ts').KeyPair | undefined;
    return {
      async provide(body, context) {
        if (body[name] !== undefined)
          throw fieldError('--generate', `and ${flagName([name])} both say which key; give one`);
        // One key for one of them: whatever else a file holds is refused with it.
        if (made !== undefined)
          throw fieldError('--generate', 'makes the key of one; create them one by one');
        const { makeKeyPair } = await import('./keep-key-pair.ts');
        made = makeKeyPair(file, { out, bundle }, context);
        body[name] = made.publicKey;
      },
      async around(request, next) {
        const { keepKeyPair } = await import('./keep-key-pair.ts');
        return made === undefined ? next() : keepKeyPair(made, request, next);
      },
    };
  },
};

/** The member of a body that is an SSH public key. */
function publicKeyMember({ operation }: CatalogueEntry): string | undefined {
  const members = Object.entries<Schema>(operation.body?.properties ?? {});
  return members.find(([, member]) => typeof member === 'object' && member.format === 'ssh-public-key')?.[0];
}

/** The first example of an operation, with a key that is made. */
function exampleOf(entry: CatalogueEntry): string {
  const { operation } = entry;
  const [first = { summary: '' }] = operation.examples;
  const { [publicKeyMember(entry) ?? '']: _key, ...body } = { ...first.body } as Record<string, unknown>;
  const line = formatExample(entry, { ...first, body }, operation.body ? flagsOf(operation.body) : []);
  return `${line}${line.includes('\n') ? ' \\\n  ' : ' '}--generate ./id_tunnel`;
}
