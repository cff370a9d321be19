import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { formatExample } from '../../src/cli/operation/examples.ts';
import { flagsOf } from '../../src/cli/operation/flags.ts';
import { catalogue } from '../../src/contract/index.ts';
import { isDestructive, pathParameters } from '../../src/contract/schema/resource.ts';
import { recordingService } from '../client/recording-service.ts';
import { runCli } from '../harness/run-cli.ts';

const examples = catalogue.flatMap((entry) =>
  entry.operation.examples.map((example) => {
    const flags = entry.operation.body ? flagsOf(entry.operation.body) : [];
    return { entry, example, flags, line: formatExample(entry, example, flags) };
  }),
);

/** The words of each line as bash reads them. */
function readByBash(lines: readonly string[]): string[][] {
  const script = `tunnelctl() { printf '%s\\0' "$@"; printf '\\n\\0'; }\n${lines.join('\n')}\n`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' })
    .split('\0\n\0')
    .slice(0, -1)
    .map((words) => words.split('\0'));
}

describe('an example in help', () => {
  const words = readByBash(examples.map(({ line }) => line));

  it.each(examples.map((example, i) => ({ ...example, argv: words[i] ?? [], name: example.entry.name })))(
    'of $name makes the request that the contract shows when a shell runs it: $example.summary',
    async ({ entry, example, flags, argv }) => {
      const { operation } = entry;
      const service = await recordingService({ status: 500 });
      const files = new Map(flags.map(({ schema, path }) => [schema['x-file'], valueAt(example.body, path)]));
      const given = argv.map((word) =>
        String(word.startsWith('@') ? (files.get(word.slice(1)) ?? word) : word),
      );
      // Nobody is there to be asked.
      const agreed = isDestructive(operation) ? [...given, '--yes'] : given;
      await runCli(agreed, { env: { TUNNELCTL_BASE_URL: service.baseUrl, TUNNELCTL_API_KEY: 'k' } });
      const path = pathParameters(operation).reduce(
        (target, name) => target.replace(`{${name}}`, example.params?.[name] ?? ''),
        operation.path,
      );
      expect(service.requests).toMatchObject([{ method: operation.method, target: path }]);
      expect(service.requests[0]?.body).toEqual(operation.body && (example.body ?? {}));
    },
  );
});

function valueAt(body: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], body);
}
