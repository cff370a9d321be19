import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { apiKey, endpoint, eventSource, page } from '../../client/records.ts';
import { both } from './both.ts';

const twoKeys = page('keys', [apiKey('ak_2', 'nightly'), apiKey('ak_1')]);
const ok = (stdout: string, stderr = '') => ({ exitCode: 0, stdout, stderr });

describe('a list as a table', () => {
  it('is columns to read on a terminal, and tabs, whole values and RFC 3339 times on a pipe', async () => {
    const { terminal, pipe } = await both('api-keys list', { body: twoKeys });
    expect(terminal).toEqual(
      ok(
        [
          'ID    DESCRIPTION  OWNER_ID  CREATED_AT',
          'ak_2  nightly      usr_1     3 minutes ago',
          'ak_1  -            usr_1     3 minutes ago',
          '',
        ].join('\n'),
      ),
    );
    expect(pipe).toEqual(
      ok('ak_2\tnightly\tusr_1\t2026-11-21T08:00:00Z\nak_1\t\tusr_1\t2026-11-21T08:00:00Z\n'),
    );
  });

  it('leaves the head out with --no-headers', async () => {
    const { terminal } = await both('api-keys list --no-headers', { body: twoKeys });
    expect(terminal.stdout.split('\n')[0]).toBe('ak_2  nightly  usr_1  3 minutes ago');
  });

  it('has its head on a pipe with --headers, whole values lined up, times and all', async () => {
    const long = 'd'.repeat(60);
    const body = page('keys', [apiKey('ak_2', long), apiKey('ak_1')]);
    const expected = [
      `ID    ${'DESCRIPTION'.padEnd(60)}  OWNER_ID  CREATED_AT`,
      `ak_2  ${long}  usr_1     2026-11-21T08:00:00Z`,
      `ak_1  ${'-'.padEnd(60)}  usr_1     2026-11-21T08:00:00Z`,
      '',
    ].join('\n');
    expect((await both('api-keys list --headers', { body })).pipe).toEqual(ok(expected));
    const setting = { env: { TUNNELCTL_HEADERS: 'always' } };
    expect((await both('api-keys list', { body }, setting)).pipe).toEqual(ok(expected));
    expect((await both('api-keys list --no-headers', { body }, setting)).pipe.stdout).toContain(
      'ak_1\t\tusr_1',
    );
    const record = await both('api-keys get ak_1 --headers --columns id,created_at', {
      body: apiKey('ak_1'),
    });
    expect(record.pipe.stdout).toBe('id:         ak_1\ncreated_at: 2026-11-21T08:00:00Z\n');
  });

  it('with --headers cuts nothing that comes later than what decided the widths', async () => {
    const late = `late-${'x'.repeat(50)}`;
    const keys = Array.from({ length: 101 }, (_, i) => apiKey(`ak_${i}`, i === 100 ? late : 'd'));
    const answer = ({ target }: { target: string }, baseUrl: string) => ({
      body: target.includes('before_id')
        ? page('keys', keys.slice(100))
        : page('keys', keys.slice(0, 100), `${baseUrl}/api_keys?before_id=ak_99`),
    });
    const { pipe } = await both('api-keys list --headers --columns description,id', answer);
    expect(pipe.stdout.split('\n')[1]).toBe('d            ak_0');
    expect(pipe.stdout).toContain(`\n${late}  ak_100\n`);
  });

  it('has no head anywhere with the setting never', async () => {
    const env = { TUNNELCTL_HEADERS: 'never' };
    const { terminal } = await both('api-keys list', { body: twoKeys }, { env });
    expect(terminal.stdout.split('\n')[0]).toBe('ak_2  nightly  usr_1  3 minutes ago');
    const csv = await both('api-keys list -o csv --columns id', { body: twoKeys }, { env });
    expect(csv.pipe.stdout).toBe('ak_2\r\nak_1\r\n');
  });

  it('keeps a record on one line of a pipe, whatever is in its values', async () => {
    const body = page('keys', [apiKey('ak_1', 'a\tb\nc\\d\u001b[31m')]);
    const { pipe, terminal } = await both('api-keys list --columns description', { body });
    expect(pipe.stdout).toBe('a\\tb\\nc\\\\d\\u001b[31m\n');
    expect(terminal.stdout).toBe('DESCRIPTION\na b c\\d\\u001b[31m\n');
  });

  it('that is wide has every value that fits a line, and no document', async () => {
    const body = page('endpoints', [endpoint('ep_1', { traffic_policy: 'on_http_request: []\n' })]);
    const { terminal, pipe } = await both('endpoints list -o wide', { body });
    const [head = '', row = ''] = terminal.stdout.split('\n');
    expect(head.split(/ +/).slice(0, 9)).toEqual([
      ...['ID', 'URL', 'TYPE', 'BINDINGS', 'DESCRIPTION', 'CREATED_AT'],
      ...['REGION', 'UPDATED_AT', 'PUBLIC_URL'],
    ]);
    expect(head).not.toMatch(/URI|TRAFFIC_POLICY|METADATA/);
    expect(row).toContain('app.example.com:443');
    expect(pipe.stdout.split('\t')).toHaveLength(head.split(/ +/).length);
  });

  it('says when there is nothing, and stays a list for programs', async () => {
    const body = page('tunnel_sessions', []);
    const table = await both('tunnel-sessions list', { body });
    expect(table.terminal).toEqual(ok('', 'no tunnel sessions to show\n'));
    expect(table.pipe).toEqual(table.terminal);
    const expected = { json: '[]\n', yaml: '[]\n', jsonl: '', id: '' };
    for (const [format, text] of Object.entries(expected)) {
      expect((await both(`tunnel-sessions list -o ${format}`, { body })).pipe).toEqual(ok(text));
    }
    expect((await both('tunnel-sessions list -o csv --columns id,os', { body })).pipe).toEqual(
      ok('id,os\r\n'),
    );
  });

  it('shows Refs, lists and choices in a few words', async () => {
    const target = {
      stream_target: null,
      delivery_target: null,
      log_target: { auth: { role: { role_resource_name: 'r' }, creds: null }, log_group_resource_name: 'g' },
      metrics_target: null,
      cloud_logs_target: null,
    };
    const destination = { ...apiKey('ed_1'), format: 'json', target };
    const { terminal } = await both('event-destinations list', {
      body: page('event_destinations', [destination]),
    });
    expect(terminal.stdout).toContain('ed_1  -            json    log_target  3 minutes ago');
    const bound = await both('kubernetes-operators list-bound-endpoints k8sop_1', {
      body: page('endpoints', [endpoint('ep_1', { bindings: ['internal'] })]),
    });
    expect(bound.terminal.stdout).toContain('ep_1  https://app.example.com  cloud  internal  -');
  });
});

describe('a list for programs', () => {
  // The service may send members in any order, and members that we do not know yet.
  const { id, uri, ...rest } = apiKey('ak_1', 'x');
  const body = page('keys', [{ colour: 'red', ...rest, uri, id }]);
  const ordered = { id, uri, ...rest, colour: 'red' };

  it('is whole records in the order of the contract, as JSON, as JSON lines and as YAML', async () => {
    const json = await both('api-keys list --json', { body });
    expect(json.pipe).toEqual(ok(`${JSON.stringify([ordered], null, 2)}\n`));
    expect(json.terminal).toEqual(json.pipe);
    const lines = await both('api-keys list -o jsonl', { body });
    expect(lines.pipe).toEqual(ok(`${JSON.stringify(ordered)}\n`));
    const yaml = await both('api-keys list -o yaml', { body });
    expect(Object.keys(parse(yaml.pipe.stdout)[0])).toEqual(Object.keys(ordered));
    expect(parse(yaml.pipe.stdout)).toEqual([ordered]);
  });

  it('is one document over all pages', async () => {
    const answer = ({ target }: { target: string }, baseUrl: string) => ({
      body: target.includes('before_id')
        ? page('keys', [apiKey('ak_1')])
        : page('keys', [apiKey('ak_3'), apiKey('ak_2')], `${baseUrl}/api_keys?before_id=ak_2`),
    });
    const all = [apiKey('ak_3'), apiKey('ak_2'), apiKey('ak_1')];
    const json = await both('api-keys list -o json', answer);
    expect(json.pipe.stdout).toBe(`${JSON.stringify(all, null, 2)}\n`);
    expect(parse((await both('api-keys list -o yaml', answer)).pipe.stdout)).toEqual(all);
    const csv = await both('api-keys list -o csv --columns id', answer);
    expect(csv.pipe.stdout).toBe('id\r\nak_3\r\nak_2\r\nak_1\r\n');
  });

  it.each([
    ['a record', 'api-keys get ak_1 -o csv --csv-safe --columns description', "description\r\n'=1+1\r\n"],
    [
      'names and values that a query makes',
      [
        'api-keys',
        'get',
        'ak_1',
        '-o',
        'csv',
        '--csv-safe',
        '--query',
        '{"=a": description, n: `-5`, t: `"-5"`}',
      ],
      "'=a,n,t\r\n'=1+1,\"-5\",'-5\r\n",
    ],
    [
      'texts that a query finds',
      ['api-keys', 'get', 'ak_1', '-o', 'csv', '--csv-safe', '--query', '[description, `-5`]'],
      '\'=1+1\r\n"-5"\r\n',
    ],
  ])('let no spreadsheet run %s', async (_, line, stdout) => {
    const { pipe, terminal } = await both(line, { body: apiKey('ak_1', '=1+1') });
    expect(pipe).toEqual({ exitCode: 0, stdout, stderr: '' });
    expect(terminal.stdout).toBe(stdout.replaceAll('\r\n', '\n'));
  });

  it.each(['table', 'json', 'id'])('make nothing safe that is no csv: %s', async (format) => {
    const { pipe, requests } = await both(`api-keys list -o ${format} --csv-safe`, { body: twoKeys });
    expect(pipe).toMatchObject({ exitCode: 2, stdout: '' });
    expect(pipe.stderr).toContain('--csv-safe goes with --output csv');
    expect(requests).toEqual([]);
  });

  it('is every member as CSV, and what is read back is what was there', async () => {
    const values = ['plain', 'a,b', 'say "x"', 'two\nlines', '=1+1', '-1', '@x', ' spaces '];
    const keys = page(
      'keys',
      values.map((value, i) => apiKey(`ak_${i}`, value)),
    );
    const { pipe } = await both('api-keys list -o csv --columns id,description', { body: keys });
    expect(pipe.stdout).toBe(
      [
        'id,description',
        'ak_0,plain',
        'ak_1,"a,b"',
        'ak_2,"say ""x"""',
        'ak_3,"two\nlines"',
        'ak_4,"=1+1"',
        'ak_5,"-1"',
        'ak_6,"@x"',
        'ak_7," spaces "',
        '',
      ].join('\r\n'),
    );
    const safe = await both('api-keys list -o csv --columns id,description --no-headers --csv-safe', {
      body: page(
        'keys',
        [...values, '+1', '\t=1', '\r=1', '\n=1', '＝1', "'=1", '<=1'].map((value, i) =>
          apiKey(`ak_${i}`, value),
        ),
      ),
    });
    expect(safe.pipe.stdout.split('\r\nak_')).toEqual([
      'ak_0,plain',
      '1,"a,b"',
      '2,"say ""x"""',
      '3,"two\nlines"',
      "4,'=1+1",
      "5,'-1",
      "6,'@x",
      '7," spaces "',
      "8,'+1",
      "9,'\t=1",
      '10,"\'\r=1"',
      '11,"\'\n=1"',
      "12,'＝1",
      "13,'=1",
      '14,<=1\r\n',
    ]);
    const whole = await both('api-keys list -o csv --no-headers', { body });
    expect(whole.pipe.stdout).toBe(
      'ak_1,https://api.example.com/api_keys/ak_1,x,,2026-11-21T08:00:00Z,,usr_1\r\n',
    );
  });

  it('is a table of Markdown in which nothing is markup, a link or the name of somebody', async () => {
    const hostile = [
      'a|b',
      '`x`',
      '<b>**bold**</b>',
      '[x](https://evil.example)',
      '@octocat',
      'two\nlines',
      '&amp; #1',
    ];
    const body = page(
      'keys',
      hostile.map((value, i) => apiKey(`ak_${i}`, value)),
    );
    const { pipe } = await both('api-keys list -o markdown --columns id,description', { body });
    expect(pipe.stdout).toBe(
      '| id | description |\n| --- | --- |\n' +
        '| ak_0 | a&#124;b |\n' +
        '| ak_1 | &#96;x&#96; |\n' +
        '| ak_2 | &#60;b&#62;&#42;&#42;bold&#42;&#42;&#60;/b&#62; |\n' +
        '| ak_3 | &#91;x&#93;(https:&#47;&#47;evil.example) |\n' +
        '| ak_4 | &#64;octocat |\n' +
        '| ak_5 | two&#92;nlines |\n' +
        '| ak_6 | &#38;amp; &#35;1 |\n',
    );
    const record = await both('api-keys list -o markdown --columns id --no-headers', { body: twoKeys });
    expect(record.pipe.stdout).toBe('| ak_2 |\n| ak_1 |\n');
  });

  it('is what names the records, one a line, as ids', async () => {
    expect((await both('api-keys list -o id', { body: twoKeys })).pipe).toEqual(ok('ak_2\nak_1\n'));
    const sources = { sources: [eventSource('a_b.v0')], uri: 'https://x.example' };
    const line = 'event-sources list esb_1 -o id';
    expect((await both(line, { body: sources })).pipe).toEqual(ok('a_b.v0\n'));
  });
});

it('shows controls that a terminal would obey, instead of letting it', async () => {
  const body = page('keys', [apiKey('ak_1', 'a\u001b[31mred\u009b2J\nnext\u202eline')]);
  const { terminal } = await both('api-keys list', { body });
  expect(terminal.stdout).toContain('ak_1  a\\u001b[31mred\\u009b2J next\\u202eline  usr_1');
  for (const format of ['json', 'yaml', 'jsonl', 'csv']) {
    const { stdout } = (await both(`api-keys list -o ${format}`, { body })).terminal;
    for (const obeyed of '\u001b\u009b\u202e') expect(stdout, format).not.toContain(obeyed);
  }
  const json = await both('api-keys list -o json', { body });
  expect(JSON.parse(json.pipe.stdout)).toEqual(body.keys);
  const yaml = await both('api-keys list -o yaml', { body });
  expect(parse(yaml.pipe.stdout)).toEqual(body.keys);
});

describe('the format', () => {
  it('comes from the environment where no option names it', async () => {
    const env = { TUNNELCTL_OUTPUT: 'id' };
    expect((await both('api-keys list', { body: twoKeys }, { env })).pipe.stdout).toBe('ak_2\nak_1\n');
    const line = 'api-keys list -o csv --columns id';
    expect((await both(line, { body: twoKeys }, { env })).pipe.stdout).toBe('id\r\nak_2\r\nak_1\r\n');
  });

  it.each([
    [
      'endpoints list -o jsn',
      '--output "jsn" is not one of table, wide, json, jsonl, yaml, csv, markdown, id, raw, none; did you mean json',
    ],
    ['endpoints list -o csv --json', '--json and --output both say how to print; give one'],
    [
      'edges tcp ip-restriction get e_1 -o id',
      '--output id cannot show what has no id; choose another format',
    ],
    ['endpoints list -o id --columns url', '--columns cannot narrow a list of ids'],
  ])('that cannot be is refused before any request: %s', async (line, message) => {
    const { pipe, requests } = await both(line, { body: twoKeys });
    expect(pipe.exitCode).toBe(2);
    expect(pipe.stderr).toContain(message);
    expect(requests).toEqual([]);
  });
});
