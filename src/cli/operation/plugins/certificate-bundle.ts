import { fieldError } from '../../errors/cli-error.ts';
import { option } from '../../parser/options.ts';
import { hinted, parsed } from '../../parser/value-types.ts';
import { certificateMember, formatCertificateExample, givenKeyFile } from './certificate-file.ts';
import { parseHostPatterns } from './host-patterns.ts';
import type { OperationPlugin } from './plugin.ts';

/** `--bundle DIR` of what answers an SSH certificate: everything that somebody needs to use it, in a directory. */
export const certificateBundle: OperationPlugin = {
  appliesTo: ({ operation }) =>
    certificateMember(operation.returns) !== undefined && operation.method !== 'PATCH',

  options: () => ({
    bundle: option(
      '--bundle <dir>',
      'write what its user needs to this directory: certificate, authority, known_hosts, configuration of ssh or sshd',
      hinted({ path: 'directory' }),
    ),
    knownHosts: option(
      '--known-hosts <patterns>',
      "with --bundle, the hosts to believe: '*.example.com'",
      parsed(parseHostPatterns),
      { fallback: "those of the account's host certificates" },
    ),
  }),

  examples: (entry) => [
    {
      summary: 'Make a directory to hand to whoever will use it',
      command: formatCertificateExample(entry, '--bundle for-alice'),
    },
  ],

  apply({ bundle, knownHosts, generate }, { operation }, body) {
    const member = certificateMember(operation.returns);
    if (typeof bundle !== 'string' || member === undefined) {
      if (knownHosts !== undefined)
        throw fieldError('--known-hosts', 'goes with --bundle; give that as well');
      return undefined;
    }
    let isTaken = false;
    return {
      async around(request, next) {
        if (isTaken) throw fieldError('--bundle', 'takes one certificate; name one id');
        isTaken = true;
        const { keepBundle } = await import('./keep-bundle.ts');
        const patterns = knownHosts as string | undefined;
        const keyFile = givenKeyFile(request.entry, body, generate);
        return keepBundle(request, next, { member, directory: bundle, patterns, keyFile });
      },
    };
  },
};
