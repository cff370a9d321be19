import { describe, expect, it } from 'vitest';
import { expectRefusal, startService } from '../../harness/test-service.ts';

/** A body for POST /ssh_user_certificates, whose maps let values nest. */
const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${'}'.repeat(depth - 1)}`;

describe('a request body', () => {
  it.each([
    undefined,
    '',
    'text/plain',
    'application/jsonx',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('is refused with the media type %j', async (type) => {
    const test = await startService();
    await expectRefusal(test, ['POST', '/api_keys', { body: {}, headers: { 'content-type': type } }], {
      code: 'ERR_UNSUPPORTED_MEDIA_TYPE',
    });
  });

  it.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=UTF-8'])(
    'is taken with the media type %j',
    async (type) => {
      const test = await startService();
      const answer = await test.call('POST', '/api_keys', { body: {}, headers: { 'content-type': type } });
      expect(answer.status).toBe(201);
    },
  );

  it('may be a MiB long and no byte longer', async () => {
    const test = await startService();
    const padded = (length: number) => `{${' '.repeat(length - 2)}}`;
    expect((await test.call('POST', '/api_keys', { body: padded(2 ** 20) })).status).toBe(201);
    await expectRefusal(test, ['POST', '/api_keys', { body: padded(2 ** 20 + 1) }], {
      code: 'ERR_BODY_TOO_LARGE',
    });
    await expectRefusal(test, ['GET', '/api_keys', { body: padded(2 ** 20 + 1) }], {
      code: 'ERR_BODY_TOO_LARGE',
    });
  });

  it.each([
    ['nothing', ''],
    ['truncated', '{"description": "a'],
    ['truncated after a comma', '{"description": "a",'],
    ['followed by something', '{} {}'],
    ['single-quoted', "{'description': 'a'}"],
    ['not JSON', 'description=a'],
    ['JSON with a comment', '{} // all'],
    ['NaN', '{"limit": NaN}'],
    ['behind a byte order mark', '\ufeff{}'],
    ['a list', '[]'],
    ['a string', '"{}"'],
    ['a number', '7'],
    ['null', 'null'],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['UTF-8 with a surrogate', Buffer.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['an overlong form of NUL', Buffer.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d])],
    ['binary junk', Buffer.from(Array.from({ length: 2048 }, (_, i) => (i * 167) % 256))],
    ['a raw NUL', '{"description": "\0"}'],
  ])('is refused when it is %s', async (_what, body) => {
    const test = await startService();
    const headers = { 'content-type': 'application/json' };
    await expectRefusal(test, ['POST', '/api_keys', { body, headers }], { code: 'ERR_INVALID_JSON' });
  });

  it('that cannot be parsed is answered with the place, never with its content', async () => {
    const test = await startService();
    const body = '{"description": "ü", "metadata": secret-word}';
    const answer = await expectRefusal(test, ['POST', '/api_keys', { body }], { code: 'ERR_INVALID_JSON' });
    expect(answer.text).not.toContain('secret-word');
  });

  it('is refused for operations that take none', async () => {
    const test = await startService();
    await expectRefusal(test, ['GET', '/api_keys', { body: {} }], {
      code: 'ERR_INVALID_JSON',
      msg: 'takes no body',
    });
    await expectRefusal(test, ['DELETE', `/api_keys/${test.admin.keyId}`, { body: {} }], {
      code: 'ERR_INVALID_JSON',
      msg: 'takes no body',
    });
  });

  it('may nest 32 deep and no deeper', async () => {
    const test = await startService();
    await expectRefusal(test, ['POST', '/api_keys', { body: nested(32) }], { code: 'ERR_UNKNOWN_FIELD' });
    for (const depth of [33, 1000, 100_000]) {
      await expectRefusal(test, ['POST', '/api_keys', { body: nested(depth) }], {
        code: 'ERR_INVALID_JSON',
        msg: 'nests deeper than 32 levels',
      });
      await expectRefusal(test, ['POST', '/api_keys', { body: `{"a":${'['.repeat(depth)}` }], {
        code: 'ERR_INVALID_JSON',
      });
    }
    await expectRefusal(test, ['POST', '/api_keys', { body: `${']'.repeat(500)}${'['.repeat(500)}` }], {
      code: 'ERR_INVALID_JSON',
    });
  });

  it('may hold 20,000 values and no more, before any parser looks at them', async () => {
    const test = await startService();
    // The object and the list are values too.
    const list = (count: number) =>
      `{"a":[${Array(count - 2)
        .fill('1')
        .join()}]}`;
    const members = (count: number) =>
      `{${Array.from({ length: count - 1 }, (_, i) => `"m${i}":","`).join()}}`;
    const lists = (count: number) =>
      `{"a":[${Array((count - 2) / 2)
        .fill('[1]')
        .join()}]}`;
    for (const body of [list(20_000), members(20_000)]) {
      await expectRefusal(test, ['POST', '/api_keys', { body }], { code: 'ERR_UNKNOWN_FIELD' });
    }
    for (const body of [list(20_002), members(20_002), lists(40_004), `${'[],'.repeat(300_000)}`]) {
      await expectRefusal(test, ['POST', '/api_keys', { body }], {
        code: 'ERR_INVALID_JSON',
        msg: 'the body has more than 20000 values',
      });
    }
  });

  it('may hold brackets in strings, however many', async () => {
    const test = await startService();
    const description = '[{"\\'.repeat(50);
    expect(await test.create('/api_keys', { description })).toMatchObject({ description });
  });

  it.each([
    ['a lone high surrogate', '{"description": "a\\ud800"}', 'half of a surrogate pair at offset 1'],
    ['a lone low surrogate', '{"description": "\\uDC00b"}', 'half of a surrogate pair at offset 0'],
    ['a pair the wrong way round', '{"description": "\\udc00\\ud800"}', 'half of a surrogate pair'],
    ['an escaped NUL', '{"description": "a\\u0000b"}', 'NUL character at offset 1'],
  ])('is refused with %s in a string', async (_what, body, msg) => {
    const test = await startService();
    await expectRefusal(test, ['POST', '/api_keys', { body }], {
      code: 'ERR_INVALID_FIELD',
      field: 'description',
      msg,
    });
  });

  it('is refused with a surrogate or NUL deep inside, or in a name, naming the place', async () => {
    const test = await startService();
    await expectRefusal(test, ['POST', '/ssh_credentials', { body: '{"acl": ["*", "\\u0000"]}' }], {
      code: 'ERR_INVALID_FIELD',
      field: 'acl[1]',
    });
    const body = '{"critical_options": {"a\\ud800": ""}}';
    await expectRefusal(test, ['POST', '/ssh_user_certificates', { body }], {
      code: 'ERR_INVALID_FIELD',
      field: 'critical_options',
      msg: 'has a member whose name contains half of a surrogate pair',
    });
  });

  it('may hold any other text, which comes back as it was', async () => {
    const test = await startService();
    const metadata = '\u0001\u007f\u0085\u2028\uffff\ufeff😀 \\u0000 "quoted" </script>';
    expect(await test.create('/api_keys', { metadata })).toMatchObject({ metadata });
    expect(await test.create('/api_keys', { metadata: '\u{1f600}' })).toMatchObject({ metadata: '😀' });
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'is refused with the unknown member %s',
    async (name) => {
      const test = await startService();
      await expectRefusal(test, ['POST', '/api_keys', { body: `{"${name}": {"description": "a"}}` }], {
        code: 'ERR_UNKNOWN_FIELD',
        field: name,
        msg: `"${name}" is not a member of the body; supported: description, metadata, owner_id`,
      });
    },
  );

  it.each([
    ['description', '{"description": "a", "description": "b"}'],
    ['description', '{"description": "a", "metadata": "b", "description": "a"}'],
    ['description', '{"description": 1, "\\u0064escription": {}}'],
    ['"', '{"\\"": 1, "\\u0022": 2}'],
    ['__proto__', '{"__proto__": 1, "__proto__": 2}'],
    ['constructor', '{"constructor": 1, "constructor": 2}'],
    ['', '{"": 1, "": 2}'],
    ['critical_options.a', '{"critical_options": {"a": "", "b": {"a": ""}, "a": ""}}'],
    ['list[2].a.b', '{"list": [{"b": 1}, [{"b": 1}, {"b": 1}], {"a": {"b": 1, "b": 2}}]}'],
    ['list[1].a', '{"list": ["a,{", {"a": "{\\"a\\":1", "a" : [1, 2]}]}'],
  ])('is refused when it has %j twice', async (field, body) => {
    const test = await startService();
    await expectRefusal(test, ['POST', '/ssh_user_certificates', { body }], {
      code: 'ERR_INVALID_FIELD',
      field,
      msg: 'given more than once',
    });
  });

  it('may have the same member in several objects, and the same text as name and value', async () => {
    const test = await startService();
    const body = '{"description": "description", "metadata": "metadata"}';
    expect((await test.call('POST', '/api_keys', { body })).status).toBe(201);
    const unknown = '{"b": [{"a": 1}, {"a": 1}, {"b": {"a": 1}}]}';
    await expectRefusal(test, ['POST', '/api_keys', { body: unknown }], { code: 'ERR_UNKNOWN_FIELD' });
  });

  it('that is no JSON is told so, whatever it has twice', async () => {
    const test = await startService();
    for (const body of ['{"a": 1, "a": 2', '{"a": 1, "a"}', '{"a": 1, "a": }', '{"\\x": 1, "\\x": 2}']) {
      await expectRefusal(test, ['POST', '/api_keys', { body }], { code: 'ERR_INVALID_JSON' });
    }
  });

  it.each(['gzip', 'br', 'GZIP', 'identity, gzip', 'x'])('is refused with the coding %j', async (coding) => {
    const test = await startService();
    const headers = { 'content-type': 'application/json', 'content-encoding': coding };
    const answer = await expectRefusal(test, ['POST', '/api_keys', { body: {}, headers }], {
      code: 'ERR_UNSUPPORTED_MEDIA_TYPE',
      msg: 'the body has a Content-Encoding; send it as it is, without one',
    });
    expect(answer.headers['accept-encoding']).toBe('identity');
  });

  it('may say that it is as it is', async () => {
    const test = await startService();
    const headers = { 'content-type': 'application/json', 'content-encoding': 'Identity' };
    expect((await test.call('POST', '/api_keys', { body: {}, headers })).status).toBe(201);
  });

  it('is answered briefly, however long its unknown names are', async () => {
    const test = await startService();
    const name = '😀'.repeat(100_000);
    const answer = await expectRefusal(test, ['POST', '/api_keys', { body: { [name]: 1 } }], {
      code: 'ERR_UNKNOWN_FIELD',
    });
    expect(answer.text.length).toBeLessThan(1000);
    expect(JSON.stringify(answer.body)).not.toMatch(/\\ud[89a-f]/);
  });

  it('is measured in bytes of UTF-8', async () => {
    const test = await startService();
    for (const [member, most] of [
      ['description', 255],
      ['metadata', 4096],
    ] as const) {
      const fits = `${'é'.repeat((most - (most % 2)) / 2)}${'a'.repeat(most % 2)}`;
      expect(await test.create('/api_keys', { [member]: fits })).toMatchObject({ [member]: fits });
      await expectRefusal(test, ['POST', '/api_keys', { body: { [member]: `${fits}a` } }], {
        code: 'ERR_INVALID_FIELD',
        field: member,
        msg: `${member} is ${most + 1} bytes long; at most ${most} are allowed`,
      });
    }
  });
});

describe('an operation that takes an empty object', () => {
  it('takes no body at all too, with or without a media type', async () => {
    const test = await startService();
    await test.put('event_subscriptions', 'esb_3KdwnIjYG0xgu69eYsVMtAqH2jF', {
      id: 'esb_3KdwnIjYG0xgu69eYsVMtAqH2jF',
      description: '',
      sources: ['api_key_created.v0'],
      destinationIds: [],
    });
    const target = '/event_subscriptions/esb_3KdwnIjYG0xgu69eYsVMtAqH2jF/sources/api_key_created.v0';
    for (const options of [{}, { headers: { 'content-type': 'application/json' } }, { body: {} }]) {
      expect((await test.call('PATCH', target, options)).status).toBe(200);
    }
    await expectRefusal(test, ['PATCH', target, { body: { type: 'x_y.v0' } }], {
      code: 'ERR_UNKNOWN_FIELD',
      field: 'type',
      msg: '"type" is not a member of the body; it takes none',
    });
    await expectRefusal(test, ['PATCH', target, { body: '[]' }], { code: 'ERR_INVALID_JSON' });
  });
});
