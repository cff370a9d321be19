import { describe, expect, it } from 'vitest';
import { relativeTime } from '../../../src/cli/output/table/terminal-cell.ts';
import { textWidth, truncate } from '../../../src/cli/terminal/text-width.ts';
import { apiKey, endpoint, page } from '../../client/records.ts';
import { both, coloured } from './both.ts';

const id = 'ep_3MPbannW0DorAtF7jL38fGtw4a9';
const long = endpoint(id, { url: `https://${'a'.repeat(60)}.example.com`, description: 'our application' });

describe('a table on a terminal', () => {
  it.each([
    [200, undefined],
    [110, undefined],
    [80, 'note: no room for description, created_at; -o wide or --columns shows them\n'],
    [50, 'note: no room for type, bindings, description, created_at; -o wide or --columns shows them\n'],
  ])('fits %i columns, ids whole', async (columns, note = '') => {
    const { terminal, pipe } = await both('endpoints list', { body: page('endpoints', [long]) }, { columns });
    const lines = terminal.stdout.trimEnd().split('\n');
    // Each of these characters takes one column.
    for (const line of lines) expect(line).toMatch(new RegExp(`^[ -~…]{1,${columns}}$`));
    expect(lines[1]).toMatch(new RegExp(`^${id}  https://a+`));
    expect(terminal.stderr).toBe(note);
    expect(pipe.stdout).toContain(long.url);
  });

  it('cuts the columns that were asked for, and drops none', async () => {
    const line = 'endpoints list --columns id,url,description,created_at';
    const { terminal } = await both(line, { body: page('endpoints', [long]) }, { columns: 60 });
    expect(terminal.stderr).toBe('');
    expect(terminal.stdout).toMatch(/^ID +URL +DESCRIPTION +CREATED_AT\n/);
    expect(terminal.stdout).toContain('…');
  });

  it('lets columns without any value go first, and narrow ones back where nothing is cut for them', async () => {
    const keys = page('keys', [
      apiKey('ak_3MPbannW0DorAtF7jL38fGtw4a9'),
      apiKey('ak_3MPbannW0DorAtF7jL38fGtw4aB'),
    ]);
    const { terminal } = await both('api-keys list', { body: keys }, { columns: 56 });
    expect(terminal.stdout.split('\n')[0]).toBe('ID                              OWNER_ID  CREATED_AT');
    expect(terminal.stderr).toBe('note: no room for description; -o wide or --columns shows them\n');
    const owned = { ...apiKey(id, 'ci'), owner_id: 'usr_3MPbannW0DorAtF7jL38fGtw4a9' };
    const wide = await both('api-keys list', { body: page('keys', [owned]) }, { columns: 65 });
    expect(wide.terminal.stdout.split('\n')[0]).toBe(
      'ID                              DESCRIPTION  CREATED_AT',
    );
    expect(wide.terminal.stderr).toContain('no room for owner_id;');
  });

  const made = '2026-11-21T08:00:00Z';
  const certificate = {
    ...apiKey('sucrt_3MPbannW0DorAtF7jL38fGtw4a9', 'deployments from the build machine'),
    public_key: 'ssh-ed25519 AAAA',
    key_type: 'ed25519',
    ssh_certificate_authority_id: 'sshca_1',
    principals: ['deploy', 'root'],
    critical_options: {},
    extensions: {},
    valid_after: made,
    valid_until: '2026-11-22T08:03:00Z',
    certificate: 'x',
  };
  const { critical_options, extensions, ...hostCertificate } = certificate;
  const tunnel = {
    id: 'tn_3MPbannW0DorAtF7jL38fGtw4a9',
    uri: 'https://x.example',
    public_url: 'https://a-rather-long-name.example.com',
    started_at: made,
    metadata: '',
    region: 'global',
    tunnel_session: { id: 'ts_1', uri: 'https://x.example' },
    labels: {},
    forwards_to: 'http://localhost:8080',
  };

  it.each([
    ['ssh-user-certificates', 'ssh_user_certificates', certificate, 'VALID_UNTIL', 'in 1 day'],
    ['ssh-host-certificates', 'ssh_host_certificates', hostCertificate, 'VALID_UNTIL', 'in 1 day'],
    [
      'endpoints',
      'endpoints',
      { ...long, url: 'https://a-rather-long-name.example.com' },
      'URL',
      '-name.example.com',
    ],
    ['tunnels', 'tunnels', tunnel, 'FORWARDS_TO', 'http://localhost:8080'],
  ])(
    'of %s keeps what they are looked at for in 80 columns',
    async (resource, collection, record, name, value) => {
      const { terminal } = await both(
        `${resource} list`,
        { body: page(collection, [record]) },
        { columns: 80 },
      );
      const [head = '', line = ''] = terminal.stdout.split('\n');
      expect(head.split(/ +/)).toContain(name);
      expect(line).toContain(value);
      expect(Math.max(head.length, line.length)).toBeLessThanOrEqual(80);
    },
  );

  it('lines up in any script', async () => {
    // Behind each the blanks that fill it up to the column: how wide it is, a terminal shows.
    const cells = [
      '日本語       ',
      'é            ',
      'e\u0301            ',
      '👩‍👩‍👧‍👦           ',
      '🇩🇪           ',
      'สวัสดี         ',
      'שָׁלוֹם         ',
      '❤️           ',
    ];
    const body = page(
      'keys',
      cells.map((cell, i) => apiKey(`ak_${i}`, cell.trimEnd())),
    );
    const { terminal } = await both('api-keys list --columns id,description,owner_id', { body });
    expect(terminal.stdout.split('\n')).toEqual([
      'ID    DESCRIPTION  OWNER_ID',
      ...cells.map((cell, i) => `ak_${i}  ${cell}usr_1`),
      '',
    ]);
  });

  it('lines up behind links and colours, in any script', async () => {
    const cells = ['สวัสดี', 'नमस्ते', '👩‍👩‍👧‍👦', '日本語', 'https://a.example.com', 'plain'];
    const body = page(
      'endpoints',
      cells.map((cell) => endpoint('ep_1', { url: cell, description: cell })),
    );
    const { stdout } = await coloured('endpoints list --columns url,description,id', { body });
    const link = (url: string) => `\u001b]8;;${url}\u001b\\${url}\u001b]8;;\u001b\\`;
    const widths = [4, 4, 2, 6, 21, 5];
    const lines = cells.map((cell, i) => {
      const shown = cell.startsWith('https:') ? link(cell) : cell;
      const column = shown + ' '.repeat(23 - (widths[i] ?? 0));
      return `${column}${column}ep_1`;
    });
    expect(stdout.split('\n').slice(1, -1)).toEqual(lines);
  });

  it('has colours and links', async () => {
    const { stdout } = await coloured('endpoints list --columns type,url,pooling_enabled', {
      body: page('endpoints', [endpoint('ep_1')]),
    });
    const link = '\u001b]8;;https://app.example.com\u001b\\https://app.example.com\u001b]8;;\u001b\\';
    expect(stdout).toBe(
      '\u001b[1mTYPE   URL                      POOLING_ENABLED\u001b[22m\n' +
        `\u001b[36mcloud\u001b[39m  ${link}  \u001b[2mfalse\u001b[22m\n`,
    );
  });

  it('makes no link of what could end the sequence', async () => {
    const body = page('endpoints', [endpoint('ep_1', { url: 'https://x.example/\u001b\\' })]);
    const { stdout } = await coloured('endpoints list --columns url', { body });
    expect(stdout).toContain('https://x.example/\\u001b\\');
    expect(stdout).not.toContain('\u001b]8');
  });
});

describe('colours', () => {
  const body = page('endpoints', [endpoint('ep_1')]);
  const sequence = '\u001b[';

  it.each<[string, boolean, Record<string, string>, boolean]>([
    ['on a terminal', true, {}, true],
    ['on a pipe', false, {}, false],
    ['with NO_COLOR', true, { NO_COLOR: '1' }, false],
    ['with an empty NO_COLOR', true, { NO_COLOR: '' }, true],
    ['with CLICOLOR=0', true, { CLICOLOR: '0' }, false],
    ['with TERM=dumb', true, { TERM: 'dumb' }, false],
    ['with FORCE_COLOR on a pipe', false, { FORCE_COLOR: '1' }, true],
    ['with CLICOLOR_FORCE on a pipe', false, { CLICOLOR_FORCE: '1' }, true],
    ['with FORCE_COLOR=0', true, { FORCE_COLOR: '0' }, false],
    ['with FORCE_COLOR and NO_COLOR', true, { FORCE_COLOR: '1', NO_COLOR: '1' }, true],
    ['with TUNNELCTL_COLOR=never', true, { TUNNELCTL_COLOR: 'never' }, false],
    ['with TUNNELCTL_COLOR=always and NO_COLOR', false, { TUNNELCTL_COLOR: 'always', NO_COLOR: '1' }, true],
  ])('%s', async (_, isTTY, env, expected) => {
    const { stdout } = await coloured('endpoints list', { body }, { isTTY, env });
    expect(stdout.includes(sequence)).toBe(expected);
  });
});

describe('a relative time', () => {
  const now = Date.parse('2026-11-21T08:00:00Z');

  it.each([
    [0, 'just now'],
    [4, 'just now'],
    [-4, 'just now'],
    [30, '30 seconds ago'],
    [60, '1 minute ago'],
    [3599, '59 minutes ago'],
    [-7200, 'in 2 hours'],
    [86_400, '1 day ago'],
    [-40 * 86_400, 'in 1 month'],
    [800 * 86_400, '2 years ago'],
  ])('%i seconds before now is %j', (seconds, words) => {
    expect(relativeTime(new Date(now - seconds * 1000).toISOString(), now)).toBe(words);
  });

  it('is not made of the zero time or of what is no time', () => {
    expect(relativeTime('0001-01-01T00:00:00Z', now)).toBeUndefined();
    expect(relativeTime('soon', now)).toBeUndefined();
  });
});

describe('the width of a text', () => {
  it.each([
    ['abc', 3],
    ['日本', 4],
    ['e\u0301', 1],
    ['👩‍👩‍👧‍👦', 2],
    ['❤️', 2],
    ['❤', 1],
    ['ｆｕｌｌ', 8],
    ['한글', 4],
    ['สวัสดี', 4],
    ['नमस्ते', 4],
    ['a\u200bb', 2],
  ])('of %j is %i columns', (text, width) => {
    expect(textWidth(text)).toBe(width);
  });

  it('is kept by cutting between whole characters', () => {
    expect(truncate('日本語', 6)).toBe('日本語');
    expect(truncate('日本語', 5)).toBe('日本…');
    expect(truncate('日本語', 4)).toBe('日…');
    expect(truncate('👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3)).toBe('👩‍👩‍👧‍👦…');
    expect(truncate('abc', 0)).toBe('');
  });
});
