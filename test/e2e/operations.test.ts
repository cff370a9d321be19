import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { formatExample } from '../../src/cli/help/examples.ts';
import { flagsOf } from '../../src/cli/operation/flags.ts';
import { catalogue } from '../../src/contract/index.ts';
import { isDestructive, responseSchema } from '../../src/contract/schema/resource.ts';
import { formatProblem, validate } from '../../src/contract/schema/validate.ts';
import { launcher } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';

// Every example of every operation, as help shows it, run by a shell through the built program against a served
// demo account of its own. An operation without an example, a command or a route fails here.

/** What the shell runs; nobody is there to be asked. */
const define = (options: string) => `tunnelctl() { ${process.execPath} ${launcher} "$@" ${options}; }\n`;

describe.each(catalogue.map((entry) => ({ entry, name: entry.name })))('$name', ({ entry }) => {
  const { operation } = entry;

  it('has an example', () => {
    expect(operation.examples).not.toHaveLength(0);
  });

  it.each(operation.examples.map((example) => ({ example, summary: example.summary })))(
    'runs as help shows it: $summary',
    async ({ example }) => {
      const directory = temporaryDirectory();
      const flags = operation.body ? flagsOf(operation.body) : [];
      for (const { schema, path } of flags) {
        const file = schema['x-file'];
        const content = path.reduce<unknown>((value, step) => (value as never)?.[step], example.body);
        if (file !== undefined && typeof content === 'string') {
          writeFileSync(join(directory, file), `${content}\n`);
        }
      }
      const sandbox = await startServe(['--ephemeral', '--seed', 'demo']);
      const { stdout, stderr, exitCode } = await execa(
        'bash',
        [
          '-c',
          define(isDestructive(operation) ? '-o json --yes' : '-o json') +
            formatExample(entry, example, flags),
        ],
        {
          cwd: directory,
          env: { PATH: process.env.PATH ?? '', ...sandbox.env },
          extendEnv: false,
          reject: false,
        },
      );
      expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
      if (!responseSchema(operation)) return expect(stdout).toBe('');
      const result = JSON.parse(stdout);
      const problems = operation.list
        ? (result as unknown[]).flatMap((item) => validate(operation.list?.item ?? false, item))
        : validate(responseSchema(operation) ?? false, result);
      expect(problems.map(formatProblem)).toEqual([]);
    },
  );
});
