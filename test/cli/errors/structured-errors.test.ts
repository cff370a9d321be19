import { describe, expect, it } from 'vitest';
import { localErrors } from '../../../src/cli/errors/local-errors.ts';
import { recordingService } from '../../client/recording-service.ts';
import { errorBody } from '../../client/records.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';

/** The one object on stderr; nothing else may be there. */
async function errorOf(line: string, surroundings: Surroundings = {}) {
  const { exitCode, stdout, stderr } = await runCli(line.split(' '), surroundings);
  expect(stdout).toBe('');
  expect(stderr.match(/\n/g), stderr).toHaveLength(1);
  const { error } = JSON.parse(stderr);
  expect(Object.keys(error)).toEqual(['code', 'message', 'status', 'field', 'operation_id', 'hint', 'next']);
  return { exitCode, ...error };
}

describe('with -o json, jsonl or yaml', () => {
  it('an answer of the API that says no is one object on stderr', async () => {
    const body = errorBody('ERR_NOT_FOUND', 404, 'endpoint "ep_1" does not exist');
    const { baseUrl } = await recordingService({ status: 404, body });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    for (const format of ['json', 'jsonl', 'yaml']) {
      expect(await errorOf(`endpoints get ep_1 -o ${format}`, { env })).toEqual({
        exitCode: 3,
        code: 'ERR_NOT_FOUND',
        message: 'endpoint "ep_1" does not exist',
        status: 404,
        field: null,
        operation_id: 'op_1',
        hint: 'list the collection to see which there are',
        next: ['tunnelctl endpoints list', 'tunnelctl explain ERR_NOT_FOUND'],
      });
    }
  });

  it.each<[string, Record<string, unknown>]>([
    [
      'endpont list -o json',
      {
        message: "unknown command 'endpont'; did you mean tunnelctl endpoints list?",
        next: ['tunnelctl endpoints list', 'tunnelctl --help'],
      },
    ],
    [
      'endpoints lsit --output=jsonl',
      {
        message: "unknown command 'lsit'; did you mean tunnelctl endpoints list?",
        next: ['tunnelctl endpoints list', 'tunnelctl endpoints --help'],
      },
    ],
    [
      'endpoints list --limt 5 -oyaml',
      { message: "unknown option '--limt'; did you mean --limit?", field: '--limt' },
    ],
    ['endpoints get --json', { message: '<id> is required', field: '<id>' }],
    ['--json endpoints list --limit', { message: '--limit needs a value', field: '--limit' }],
    ['endpoints -o json', { message: 'tunnelctl endpoints is not a complete command; add a verb' }],
    [
      'endpoints create --url https://a.example --bindings pubic -o json',
      {
        message: '--bindings "pubic" is not one of "public", "internal", "kubernetes"; did you mean public?',
        field: '--bindings',
        next: ['tunnelctl endpoints create --help'],
      },
    ],
  ])('a mistake in the command line is one too: %s', async (line, members) => {
    expect(await errorOf(line)).toMatchObject({ exitCode: 2, code: 'USAGE', status: null, ...members });
  });

  it('what is missing, what cannot be reached and what is not understood have codes of their own', async () => {
    expect(await errorOf('endpoints list -o json')).toMatchObject({
      exitCode: 2,
      code: 'NOT_CONFIGURED',
      next: ['tunnelctl login', 'tunnelctl help environment', 'tunnelctl --sandbox endpoints list'],
    });
    const to = (baseUrl: string) => ({ env: { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' } });
    expect(await errorOf('endpoints list -o json --retries 0', to('http://127.0.0.1:1'))).toMatchObject({
      exitCode: 7,
      code: 'NETWORK_REFUSED',
      next: ['tunnelctl whoami'],
    });
    const { baseUrl } = await recordingService({ body: '<html>', headers: { 'content-type': 'text/html' } });
    expect(await errorOf('endpoints list -o json', to(baseUrl))).toMatchObject({
      exitCode: 1,
      code: 'UNEXPECTED_ANSWER',
      status: 200,
    });
  });

  it('the format may come from the environment; one that does not exist means text', async () => {
    const env = { TUNNELCTL_OUTPUT: 'json' };
    expect(await errorOf('endpont list', { env })).toMatchObject({ code: 'USAGE' });
    const { stderr } = await runCli(['endpont', 'list', '-o', 'table'], { env });
    expect(stderr).toBe(
      "error: unknown command 'endpont'; did you mean tunnelctl endpoints list?\nhint: tunnelctl --help shows what it takes\n",
    );
    expect((await runCli(['endpoints', 'list', '-o', 'jsn'])).stderr).toMatch(
      /^error: --output "jsn" is not one of table, wide, json.*; did you mean json/,
    );
    expect((await runCli(['endpoints', 'list', '--limit', 'x', '--', '-o', 'json'])).stderr).toMatch(
      /^error: /,
    );
  });
});

it('every code of ours says what happened and what to do, in the form of the others', () => {
  for (const [code, { meaning, remedy }] of Object.entries(localErrors)) {
    expect(code).toMatch(/^[A-Z]+(_[A-Z]+)*$/);
    expect(code.startsWith('ERR_')).toBe(false);
    for (const text of [meaning, remedy]) expect(text).toMatch(/^[a-z].*[^.]$/);
  }
});
