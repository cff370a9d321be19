import { describe, expect, it } from 'vitest';
import { flagsOf } from '../../src/cli/operation/flags.ts';
import { argumentName } from '../../src/cli/operation/targets.ts';
import { globalOptionsWithValue } from '../../src/cli/parser/global-option-definitions.ts';
import { commandWords } from '../../src/cli/words/command-words.ts';
import { catalogue } from '../../src/contract/index.ts';
import { pathParameters } from '../../src/contract/schema/resource.ts';
import { runCli } from '../harness/run-cli.ts';

it('knows all 59 operations', () => {
  expect(catalogue).toHaveLength(59);
});

describe.each(catalogue)('$name', (entry) => {
  const { resource, operation } = entry;
  const flags = operation.body ? flagsOf(operation.body) : [];

  it('is a command whose help names its arguments, its flags and its examples', async () => {
    const [, ...words] = commandWords(entry).split(' ');
    const { exitCode, stdout, stderr } = await runCli([...words, '--help'], { columns: 1000 });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const names = pathParameters(operation).map((name) => argumentName(resource, name));
    // The last one may be repeated where an operation is about nothing else.
    const arguments_ = names.map((name) => `<${name}(?:\\.\\.\\.)?>`).join(' ');
    expect(stdout.split('\n')[0]).toMatch(
      new RegExp(`^Usage: ${commandWords(entry)} \\[options\\] ?${arguments_}$`),
    );
    expect(stdout).toContain(operation.summary);
    for (const { name, schema } of flags) {
      expect(stdout).toContain(`  ${name.replace('--', schema.type === 'boolean' ? '--[no-]' : '--')} `);
      expect(stdout).toContain(schema.description);
    }
    for (const { summary } of operation.examples) expect(stdout).toContain(`\n  # ${summary}\n`);
  });

  it('takes no flag that is a global option too', () => {
    const globals = new Set([...globalOptionsWithValue, '--sandbox', '--help', '--limit', '--page-size']);
    expect(flags.filter(({ name }) => globals.has(name))).toEqual([]);
  });
});
