import { expect, it } from 'vitest';
import { type Answer, recordingService } from '../../client/recording-service.ts';
import { errorBody, page } from '../../client/records.ts';
import { runCli } from '../../harness/run-cli.ts';

async function failureOf(answer: Answer, argv = ['endpoints', 'get', 'ep_1']) {
  const { baseUrl } = await recordingService(answer);
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 's3cret', TUNNELCTL_RETRIES: '0' };
  const { exitCode, stdout, stderr } = await runCli(argv, { env });
  expect(stdout).toBe('');
  expect(stderr).not.toContain('s3cret');
  return { exitCode, stderr: stderr.replaceAll(baseUrl, 'BASE') };
}

it('says what the API says, its code, what to do and which request it was', async () => {
  const body = errorBody('ERR_NOT_FOUND', 404, 'endpoint "ep_1" does not exist');
  expect(await failureOf({ status: 404, body })).toEqual({
    exitCode: 3,
    stderr:
      'error: endpoint "ep_1" does not exist (ERR_NOT_FOUND)\n' +
      'hint: list the collection to see which there are\n' +
      'operation id: op_1\n',
  });
});

it('names the field at fault and the seconds to wait', async () => {
  const invalid = errorBody('ERR_INVALID_FIELD', 400, 'url "x" is not an endpoint URL', 'url');
  expect((await failureOf({ status: 400, body: invalid })).stderr).toContain(
    'hint: correct the member url\n',
  );
  const limited = {
    status: 429,
    headers: { 'retry-after': '7' },
    body: errorBody('ERR_RATE_LIMITED', 429, 'slow down'),
  };
  expect((await failureOf(limited)).stderr).toContain('hint: wait 7 s, then try again\n');
});

it('takes a code that only a newer service knows, and nothing that a terminal obeys', async () => {
  const body = errorBody('ERR_NEW_THING', 409, 'no\u001b[2J way');
  expect(await failureOf({ status: 409, body })).toEqual({
    exitCode: 5,
    stderr: 'error: no\\u001b[2J way (ERR_NEW_THING)\noperation id: op_1\n',
  });
});

it.each([
  [400, 8],
  [401, 4],
  [403, 4],
  [404, 3],
  [405, 8],
  [409, 5],
  [413, 8],
  [415, 8],
  [429, 6],
  [500, 1],
  [503, 6],
])('ends a status %i with exit code %i', async (status, exitCode) => {
  const body = errorBody('ERR_X', status, 'no');
  expect((await failureOf({ status, body })).exitCode).toBe(exitCode);
});

it('says where an answer is not what it should be', async () => {
  expect(await failureOf({ headers: { 'content-type': 'text/html' }, body: '<html>' })).toEqual({
    exitCode: 1,
    stderr:
      'error: GET /endpoints/ep_1: the answer (status 200) is a web page, not JSON; check the base URL BASE\n',
  });
  expect(await failureOf({ status: 502, body: 'Bad Gateway' })).toMatchObject({ exitCode: 6 });
  expect(await failureOf({ body: page('endpoints', [{}]) }, ['endpoints', 'list'])).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(
      /^error: GET \/endpoints: endpoints\[0\]\.id is required \(and 17 more like it\)\n$/,
    ),
  });
});

it('says what to do when nothing answers', async () => {
  const env = { TUNNELCTL_BASE_URL: 'http://127.0.0.1:1', TUNNELCTL_API_KEY: 'k', TUNNELCTL_RETRIES: '0' };
  expect(await runCli(['endpoints', 'list'], { env })).toEqual({
    exitCode: 7,
    stdout: '',
    stderr:
      'error: cannot reach http://127.0.0.1:1: connection refused\n' +
      'hint: check the port of the base URL, and that the service runs there\n',
  });
});

it('shows the stack of an error only when it is asked to', async () => {
  const env = {
    TUNNELCTL_BASE_URL: 'http://127.0.0.1:1',
    TUNNELCTL_API_KEY: 'k',
    TUNNELCTL_DEBUG: '1',
    TUNNELCTL_RETRIES: '0',
  };
  const { stderr } = await runCli(['endpoints', 'list'], { env });
  expect(stderr).toMatch(/\n {4}at /);
});
