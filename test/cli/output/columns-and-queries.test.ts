import { describe, expect, it } from 'vitest';
import { apiKey, endpoint, page } from '../../client/records.ts';
import { both } from './both.ts';

const body = page('endpoints', [
  endpoint('ep_3', { url: 'https://b.example.com', port: 80, created_at: '2026-11-21T08:00:00Z' }),
  endpoint('ep_2', { url: 'https://a.example.com', port: 443, created_at: '2026-11-20T08:00:00Z' }),
  endpoint('ep_1', { url: 'https://b.example.com', port: 8080, type: 'edge', description: 'old' }),
]);

describe('--columns', () => {
  const names = '--columns id,principal.id,bindings';

  it('narrows every format, in its order, nested members where they are', async () => {
    const { terminal, pipe } = await both(`endpoints list --limit 1 ${names}`, { body });
    expect(terminal.stdout).toBe('ID    PRINCIPAL.ID  BINDINGS\nep_3  usr_1         public\n');
    expect(pipe.stdout).toBe('ep_3\tusr_1\tpublic\n');
    const narrowed = { id: 'ep_3', principal: { id: 'usr_1' }, bindings: ['public'] };
    const jsonl = await both(`endpoints list --limit 1 -o jsonl ${names}`, { body });
    expect(jsonl.pipe.stdout).toBe(`${JSON.stringify(narrowed)}\n`);
    const yaml = await both(`endpoints list --limit 1 -o yaml ${names}`, { body });
    expect(yaml.pipe.stdout).toBe('- id: ep_3\n  principal:\n    id: usr_1\n  bindings:\n    - public\n');
    const csv = await both(`endpoints list --limit 1 -o csv ${names}`, { body });
    expect(csv.pipe.stdout).toBe('id,principal.id,bindings\r\nep_3,usr_1,public\r\n');
  });

  it('narrows one record too', async () => {
    const { terminal, pipe } = await both('endpoints get ep_3 --columns url,created_at', {
      body: endpoint('ep_3'),
    });
    expect(terminal.stdout).toBe(
      'url:        https://app.example.com\ncreated_at: 3 minutes ago (2026-11-21T08:00:00Z)\n',
    );
    expect(pipe.stdout).toBe('url\thttps://app.example.com\ncreated_at\t2026-11-21T08:00:00Z\n');
  });

  it('takes names as tables and flags write them, and reaches into maps and lists', async () => {
    const { pipe } = await both('endpoints list --limit 1 --columns ID,created-at', { body });
    expect(pipe.stdout).toBe('ep_3\t2026-11-21T08:00:00Z\n');
    const report = {
      id: 'abrp_1',
      uri: 'https://api.example.com/abuse_reports/abrp_1',
      created_at: '2026-11-21T08:00:00Z',
      urls: ['https://x.example'],
      metadata: '',
      status: 'PENDING',
      hostnames: [{ hostname: 'x.example', status: 'BANNED' }],
    };
    const line = 'abuse-reports get abrp_1 --columns hostnames.status -o';
    expect((await both(`${line} json`, { body: report })).pipe.stdout).toBe(
      `${JSON.stringify({ hostnames: [{ status: 'BANNED' }] }, null, 2)}\n`,
    );
    expect((await both(`${line} csv`, { body: report })).pipe.stdout).toBe('hostnames.status\r\nBANNED\r\n');
    const tunnel = {
      id: 'tn_1',
      uri: 'https://x.example',
      started_at: '2026-11-21T08:00:00Z',
      metadata: '',
      region: 'global',
      tunnel_session: { id: 'ts_1', uri: 'https://x.example' },
      labels: { 'app.kubernetes.io/name': 'web' },
      forwards_to: 'http://localhost:80',
    };
    const labels = await both('tunnels get tn_1 --columns labels.app.kubernetes.io/name', { body: tunnel });
    expect(labels.pipe.stdout).toBe('web\n');
  });

  it.each([
    ['--columns id,create_at', '--columns "create_at" is not a column; did you mean created_at?'],
    ['--columns id,principal.nme', '--columns "principal.nme" is not a column'],
    ['--columns id,,url', '--columns "id,,url" has an empty name; separate columns by single commas'],
    ['--sort-by -urll', '--sort-by "urll" is not a column; did you mean url?'],
  ])('that are unknown are refused before any request, with the known ones: %s', async (options, message) => {
    const { pipe, requests } = await both(`endpoints list ${options}`, { body });
    expect(pipe).toMatchObject({ exitCode: 2, stdout: '' });
    expect(pipe.stderr.split('\n')[0]).toContain(`error: ${message}`);
    if (!options.includes(',,')) expect(pipe.stderr).toContain('hint: columns: id, uri, region, created_at,');
    expect(requests).toEqual([]);
  });
});

describe('--sort-by', () => {
  const ids = async (options: string) =>
    (await both(`endpoints list -o id ${options}`, { body })).pipe.stdout.trim().split('\n');

  it('sorts by several columns, down with -, numbers by size, what is not set last', async () => {
    expect(await ids('--sort-by port')).toEqual(['ep_3', 'ep_2', 'ep_1']);
    expect(await ids('--sort-by url,-port')).toEqual(['ep_2', 'ep_1', 'ep_3']);
    expect(await ids('--sort-by description')).toEqual(['ep_1', 'ep_3', 'ep_2']);
    expect(await ids('--sort-by -description')).toEqual(['ep_1', 'ep_3', 'ep_2']);
  });

  it('sorts the whole list before a limit takes its first', async () => {
    expect(await ids('--sort-by id --limit 1')).toEqual(['ep_1']);
  });
});

describe('--query', () => {
  const query = (expression: string, ...options: string[]) =>
    both(['endpoints', 'list', '--query', expression, ...options], { body });

  it('goes before any format: texts are lines, lists rows, objects tables', async () => {
    expect((await query('[].id')).pipe.stdout).toBe('ep_3\nep_2\nep_1\n');
    expect((await query('length(@)')).terminal.stdout).toBe('3\n');
    expect((await query('[:1].[id, port]')).pipe.stdout).toBe('ep_3\t80\n');
    const objects = await query('[:2].{name: id, at: port}');
    expect(objects.terminal.stdout).toBe('NAME  AT\nep_3  80\nep_2  443\n');
    expect((await query('[:2].{name: id, at: port}', '-o', 'csv')).pipe.stdout).toBe(
      'name,at\r\nep_3,80\r\nep_2,443\r\n',
    );
    expect((await query('[0].{name: id}', '-o', 'csv')).pipe.stdout).toBe('name\r\nep_3\r\n');
    expect((await query('[].port', '-o', 'jsonl')).pipe.stdout).toBe('80\n443\n8080\n');
    expect((await query('[0].nothing', '-o', 'json')).pipe.stdout).toBe('null\n');
    expect((await query('[0].nothing')).pipe.stdout).toBe('');
  });

  it('compares texts with < <= > >=, as aws does, wherever in an expression', async () => {
    const ids = async (expression: string) => (await query(expression)).pipe.stdout.trim().split('\n');
    expect(await ids("[?created_at<'2026-11-21T00:00:00Z'].id")).toEqual(['ep_2']);
    expect(await ids("[?created_at>='2026-11-21T08:00:00Z'].id")).toEqual(['ep_3', 'ep_1']);
    expect(await ids("[?url>'https://a.example.com' && port>`80`].id")).toEqual(['ep_1']);
    expect(await ids("[?!(url<='https://a.example.com')] | [].id")).toEqual(['ep_3', 'ep_1']);
    expect(await ids("sort_by([?id<='ep_2'], &url)[].id")).toEqual(['ep_2', 'ep_1']);
    expect(await ids("[].{older: created_at < '2026-11-21', id: id} | [?older].id")).toEqual(['ep_2']);
  });

  it('does not order what cannot be ordered, and calls nothing that is only ours', async () => {
    const result = async (expression: string) => (await query(expression, '-o', 'json')).pipe.stdout;
    expect(await result("[0].[port<'1', description<`5`, null_member<'a', bindings<'z']")).toBe(
      `${JSON.stringify([null, null, null, null], null, 2)}\n`,
    );
    expect(await result('`{"type":"Comparator","name":"LT"}`')).toBe(
      `${JSON.stringify({ type: 'Comparator', name: 'LT' }, null, 2)}\n`,
    );
    expect((await query('"<LT>"(port, port)')).pipe.exitCode).toBe(2);
  });

  it('compares texts, and makes rows, of lists of any length', async () => {
    const records = Array.from({ length: 130_000 }, (_, i) => apiKey(`ak_${i}`, i === 7 ? 'ant' : 'bee'));
    const { pipe } = await both(['api-keys', 'list', '--query', "[?description>'b'].[id]"], {
      body: page('keys', records),
    });
    expect(pipe.stdout.split('\n')).toHaveLength(130_000);
    expect(pipe.stdout).not.toContain('ak_7\n');
  });

  it('that only filters leaves a table as it is', async () => {
    const { terminal } = await query("[?type=='edge']");
    expect(terminal.stdout).toContain(
      'ID    URL                    TYPE  BINDINGS  DESCRIPTION  CREATED_AT\nep_1',
    );
    expect((await query("[?type=='edge']", '-o', 'id')).pipe.stdout).toBe('ep_1\n');
  });

  it('asks one record as well', async () => {
    const { pipe } = await both('endpoints get ep_3 --query url', { body: endpoint('ep_3') });
    expect(pipe.stdout).toBe('https://app.example.com\n');
  });

  it.each<[what: string, expression: (depth: number) => string]>([
    ['members', (depth) => `a${'.a'.repeat(depth)}`],
    ['brackets', (depth) => `${'['.repeat(depth)}@${']'.repeat(depth)}`],
    ['unclosed brackets', (depth) => '['.repeat(depth)],
    ['parentheses', (depth) => `${'('.repeat(depth)}a${')'.repeat(depth)}`],
    ['negations', (depth) => `${'!'.repeat(depth)}a`],
    ['alternatives', (depth) => `a${'||a'.repeat(depth)}`],
    ['pipes', (depth) => `a${'|a'.repeat(depth)}`],
    ['functions', (depth) => `${'to_array('.repeat(depth)}@${')'.repeat(depth)}`],
    ['objects', (depth) => `${'{a:'.repeat(depth)}@${'}'.repeat(depth)}`],
    ['data', (depth) => `\`${'['.repeat(depth)}${']'.repeat(depth)}\``],
  ])('says of one that is nested too deeply what is wrong with it: %s', async (_, expression) => {
    const { exitCode, stdout, stderr } = (await query(expression(20_000))).pipe;
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/^error: --query "[^\n]+…" is nested too deeply\nhint: a chain of members/);
    const shallow = (await query(expression(60), '-o', 'json')).pipe;
    expect(shallow.stderr).not.toContain('deeply');
  });

  it.each([
    ['[0', 'error: --query "[0" cannot be run: '],
    ['foo(@)', 'error: --query "foo(@)" cannot be run: there is no function foo()'],
    ['', 'error: --query "" cannot be run: '],
  ])('%j that cannot be run is refused before any request', async (expression, message) => {
    const { pipe, requests } = await query(expression);
    expect(pipe).toMatchObject({ exitCode: 2, stdout: '' });
    expect(pipe.stderr).toContain(message);
    expect(requests).toEqual([]);
  });

  it('that does not suit the data is an error of usage too', async () => {
    const { pipe } = await query('[].sum(url)');
    expect(pipe).toMatchObject({ exitCode: 2, stdout: '' });
    const ids = await both(['api-keys', 'list', '--query', '[].{a: id}', '-o', 'id'], {
      body: page('keys', [apiKey('ak_1')]),
    });
    expect(ids.pipe.stderr).toContain('--query gives no ids for --output id');
  });
});
