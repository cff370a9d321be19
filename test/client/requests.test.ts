import { describe, expect, it } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { InvalidRequestError } from '../../src/client/errors.ts';
import { resources } from '../../src/contract/index.ts';
import { recordingService } from './recording-service.ts';
import { apiKey, eventSource } from './records.ts';

const { apiKeys, eventSources, tunnelSessions } = resources;

describe('a request', () => {
  it('carries the key and the version, and says which JSON it sends', async () => {
    const { baseUrl, requests } = await recordingService({ status: 201, body: apiKey('ak_1') });
    const client = createClient({ baseUrl, apiKey: 'secret', userAgent: 'test/1' });
    await client.send(apiKeys.operations.create, {}, { description: 'für CI' });
    expect(requests).toMatchObject([
      {
        method: 'POST',
        target: '/api_keys',
        headers: {
          authorization: 'Bearer secret',
          'service-version': '2',
          'content-type': 'application/json',
          accept: 'application/json',
          'user-agent': 'test/1',
        },
        body: { description: 'für CI' },
      },
    ]);
  });

  it('has no body and no content type where the operation takes none', async () => {
    const { baseUrl, requests } = await recordingService({ body: apiKey('ak_1') });
    await createClient({ baseUrl, apiKey: 'k' }).send(apiKeys.operations.get, { id: 'ak_1' });
    expect(requests[0]?.body).toBeUndefined();
    expect(requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it('sends an empty object where a body may be left out', async () => {
    const { baseUrl, requests } = await recordingService({ status: 204 });
    const result = await createClient({ baseUrl, apiKey: 'k' }).send(tunnelSessions.operations.stop, {
      id: 'ts_1',
    });
    expect(result).toBeUndefined();
    expect(requests[0]).toMatchObject({ method: 'POST', target: '/tunnel_sessions/ts_1/stop', body: {} });
  });

  it('keeps the path of the base URL, and drops its trailing slashes', async () => {
    const { baseUrl, requests } = await recordingService({ body: apiKey('ak_1') });
    await createClient({ baseUrl: `${baseUrl}/tunnel/api//` }).send(apiKeys.operations.get, { id: 'ak_1' });
    expect(requests[0]?.target).toBe('/tunnel/api/api_keys/ak_1');
    expect(requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('encodes path parameters, so that none of them can name another path', async () => {
    const { baseUrl, requests } = await recordingService({ body: eventSource('x') });
    const parameters = { subscription_id: 'a/../b?c#d', type: '$& %2e' };
    await createClient({ baseUrl }).send(eventSources.operations.get, parameters);
    expect(requests[0]?.target).toBe('/event_subscriptions/a%2F..%2Fb%3Fc%23d/sources/%24%26%20%252e');
  });

  it.each([
    ['', 'id must not be empty'],
    ['.', 'id must not be .'],
    ['..', 'id must not be ..'],
    ['\ud800', 'id holds half of a surrogate pair'],
  ])('is refused before it is sent for the path parameter %j', async (id, message) => {
    const { baseUrl, requests } = await recordingService({});
    const sent = createClient({ baseUrl }).send(apiKeys.operations.get, { id });
    await expect(sent).rejects.toThrow(new InvalidRequestError('id', message.slice(3)));
    expect(requests).toEqual([]);
  });
});

describe('a client', () => {
  it.each([
    [
      'api.example.com',
      'base URL "api.example.com" is not a URL; write it with its scheme, for example https://api.example.com',
    ],
    [
      'localhost:4040',
      'base URL "localhost:4040" is not an http or https URL; write it with its scheme, for example https://api.example.com',
    ],
    [
      'ftp://example.com',
      'base URL "ftp://example.com" is not an http or https URL; write it with its scheme, for example https://api.example.com',
    ],
    [
      'https://me:secret@example.com',
      'base URL must not hold a user name or password; the API takes an API key',
    ],
    ['https://example.com/?a=b', 'base URL "https://example.com/?a=b" must not hold a query or a fragment'],
    ['https://example.com/#a', 'base URL "https://example.com/#a" must not hold a query or a fragment'],
  ])('is not made for the base URL %s', (baseUrl, message) => {
    expect(() => createClient({ baseUrl })).toThrow(message);
  });

  it.each(['two\nlines', 'with space', 'bell\u0007', 'schlüssel', ''])(
    'refuses the key %j without repeating it',
    (apiKey) => {
      const make = () => createClient({ baseUrl: 'https://example.com', apiKey });
      expect(make).toThrow(/^API key (holds a line break|must not be empty)/);
      expect(make).not.toThrow(/two|with|bell|schl/);
    },
  );
});
