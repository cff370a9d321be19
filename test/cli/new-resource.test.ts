import { describe, expect, it } from 'vitest';
import { readCommands } from '../../src/cli/completion/read-commands.ts';
import { wholeTree } from '../../src/cli/program.ts';
import { catalogueOf } from '../../src/contract/index.ts';
import { openApiDocument } from '../../src/contract/openapi.ts';
import { recordingService } from '../client/recording-service.ts';
import { withWidgets } from '../harness/invented-resource.ts';
import { runCli } from '../harness/run-cli.ts';

const operations = catalogueOf(withWidgets);
const run = (line: string, env = {}) => runCli(line.split(' '), { operations, env, columns: 120 });

describe('a resource that is stated in the contract alone', () => {
  it('has its commands in help, with flags, choices and defaults', async () => {
    const { stdout: all } = await run('--help');
    expect(all).toMatch(/^ {2}widgets +Widgets$/m);
    const { stdout, exitCode } = await run('help widgets create');
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Usage: tunnelctl widgets create [options]');
    expect(stdout).toMatch(/--name <text> +what it is called \(required\)/);
    expect(stdout).toMatch(/--color <text> +its color \(choices: red, green\)/);
    expect(stdout).toMatch(/--size <number> +how large it is \(default: 3\)/);
    expect(stdout).toContain('--[no-]is-public');
    expect(stdout).toMatch(/--login\.password <text> +password of the login \(secret\)/);
  });

  it('can be edited', async () => {
    const { stdout } = await run('edit --help');
    expect(stdout).toMatch(/^ {2}widgets <id> +Change$/m);
  });

  it('is sent and shown like any other', async () => {
    const record = {
      id: 'wdg_1',
      uri: 'http://api/widgets/wdg_1',
      created_at: '2026-11-21T08:00:00Z',
      updated_at: '2026-11-21T08:00:00Z',
      name: 'first',
      size: 5,
      is_public: false,
      tags: ['a', 'b'],
      description: '',
    };
    const { baseUrl, requests } = await recordingService({ status: 201, body: record });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const line = 'widgets create --name first --size 5 --no-is-public --tags a --tags b';
    expect(await run(`${line} -o id`, env)).toMatchObject({ exitCode: 0, stdout: 'wdg_1\n' });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatchObject({ method: 'POST', target: '/widgets' });
    expect(requests[0]?.body).toEqual({
      name: 'first',
      size: 5,
      is_public: false,
      tags: ['a', 'b'],
    });
    expect(await run('widgets create --name x --color blue', env)).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--color "blue" is not one of "red", "green"'),
    });
  });

  it('completes in shells', async () => {
    const { commands } = await readCommands(wholeTree(operations));
    expect(commands.find(({ words }) => words === 'widgets')?.children.map(({ word }) => word)).toEqual(
      expect.arrayContaining(['create', 'list', 'get', 'update', 'delete', 'wait']),
    );
    const { options } = commands.find(({ words }) => words === 'widgets create') ?? { options: [] };
    const value = (word: string) => options.find((option) => option.word === word)?.value;
    expect(value('--color')).toEqual({ words: ['red', 'green'] });
    expect(value('--policy-id')).toMatchObject({ source: 'ip_policies' });
    const list = commands.find(({ words }) => words === 'widgets list');
    expect(list?.options.find(({ word }) => word === '--columns')?.value?.words).toContain('size');
  });

  it('stands in the OpenAPI document', () => {
    const document = openApiDocument('http://api', operations) as {
      paths: Record<string, object>;
      components: { schemas: Record<string, object> };
    };
    expect(Object.keys(document.paths['/widgets'] ?? {})).toEqual(['post', 'get']);
    expect(document.components.schemas.Widget).toBeDefined();
  });
});
