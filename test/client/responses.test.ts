import { expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { ApiError, ResponseError } from '../../src/client/errors.ts';
import { resources } from '../../src/contract/index.ts';
import { type Answer, recordingService } from './recording-service.ts';
import { apiKey, endpoint, errorBody, page } from './records.ts';

const { apiKeys, endpoints } = resources;

async function failure(answer: Answer): Promise<{ error: unknown; baseUrl: string }> {
  const { baseUrl } = await recordingService(answer);
  const error = await createClient({ baseUrl, apiKey: 'k' })
    .send(endpoints.operations.list, {})
    .then(
      () => undefined,
      (reason: unknown) => reason,
    );
  return { error, baseUrl };
}

it('gives every member of an error body', async () => {
  const { error } = await failure({
    status: 429,
    headers: { 'retry-after': '12' },
    body: errorBody('ERR_RATE_LIMITED', 429, 'too many requests', 'limit'),
  });
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({
    message: 'too many requests',
    code: 'ERR_RATE_LIMITED',
    status: 429,
    details: { operation_id: 'op_1', field: 'limit' },
    operationId: 'op_1',
    field: 'limit',
    retryAfter: 12,
  });
});

it('lets a newer service have codes and members of its own', async () => {
  const { baseUrl } = await recordingService({ body: { ...apiKey('ak_1'), colour: 'red' } });
  const result = await createClient({ baseUrl }).send(apiKeys.operations.get, { id: 'ak_1' });
  expect(result).toHaveProperty('colour', 'red');
});

it('shows what the service shows, in whatever form', async () => {
  const body = endpoint('ep_1', { created_at: 'yesterday', url: 'quic://app.example.com' });
  const { baseUrl } = await recordingService({ body });
  expect(await createClient({ baseUrl }).send(endpoints.operations.get, { id: 'ep_1' })).toEqual(body);
});

it('says where an answer does not fit the contract', async () => {
  const body = page('endpoints', [endpoint('ep_1'), endpoint('ep_2', { port: '443', url: 1 })]);
  const { error } = await failure({ body });
  expect(error).toEqual(
    new ResponseError(
      'GET /endpoints',
      'endpoints[1].port must be a whole number, not a string (and 1 more like it)',
      200,
    ),
  );
});

it.each<[string, Answer, string]>([
  [
    'a web page',
    { headers: { 'content-type': 'text/html; charset=utf-8' }, body: '<!doctype html>' },
    'the answer (status 200) is a web page, not JSON; check the base URL BASE',
  ],
  ['nothing', {}, 'the answer (status 200) is empty, not JSON; check the base URL BASE'],
  [
    'plain text',
    { body: 'hello\u001b[2J' },
    'the answer (status 200) is "hello\\u001b[2J", not JSON; check the base URL BASE',
  ],
  [
    'an error of another kind',
    { status: 502, body: { message: 'bad gateway' } },
    'failed with status 502, without saying why as this API does; check the base URL BASE',
  ],
  [
    'a redirect',
    { status: 302, headers: { location: 'https://elsewhere.example/endpoints' } },
    'redirects to "https://elsewhere.example/endpoints"; if you trust that place, use it as base URL',
  ],
])('names %s for what it is', async (_name, answer, problem) => {
  const { error, baseUrl } = await failure(answer);
  const status = answer.status ?? 200;
  expect(error).toEqual(new ResponseError('GET /endpoints', problem.replace('BASE', baseUrl), status));
});
