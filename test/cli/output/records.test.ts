import { describe, expect, it } from 'vitest';
import { apiKey, endpoint, page } from '../../client/records.ts';
import { both, coloured } from './both.ts';

const policy = 'on_http_request:\n  - actions:\n      - type: deny\n';

describe('a record', () => {
  it('is a member a line in the order of the contract: to read on a terminal, name and value on a pipe', async () => {
    const body = endpoint('ep_1', { traffic_policy: policy, colour: 'red' });
    const { terminal, pipe } = await both('endpoints get ep_1', { body });
    expect(terminal).toEqual({
      exitCode: 0,
      stdout: [
        'id:              ep_1',
        'uri:             https://api.example.com/endpoints/ep_1',
        'region:          global',
        'created_at:      3 minutes ago (2026-11-21T08:00:00Z)',
        'updated_at:      3 minutes ago (2026-11-21T08:00:00Z)',
        'public_url:      https://app.example.com',
        'proto:           https',
        'scheme:          https',
        'hostport:        app.example.com:443',
        'host:            app.example.com',
        'port:            443',
        'type:            cloud',
        'metadata:        -',
        'description:     -',
        'domain:          rd_1',
        'url:             https://app.example.com',
        'principal:       usr_1',
        'traffic_policy:',
        '  on_http_request:',
        '    - actions:',
        '        - type: deny',
        'bindings:        public',
        'pooling_enabled: false',
        'colour:          red',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(pipe.stdout.split('\n')).toEqual(
      expect.arrayContaining([
        'id\tep_1',
        'created_at\t2026-11-21T08:00:00Z',
        'description\t',
        'traffic_policy\ton_http_request:\\n  - actions:\\n      - type: deny\\n',
        'principal\tusr_1',
      ]),
    );
  });

  it('shows a certificate in a block of its own, whole', async () => {
    const certificate = `ssh-ed25519-cert-v01@openssh.com ${'A'.repeat(400)} sucrt_1`;
    const body = {
      ...apiKey('sucrt_1'),
      public_key: 'ssh-ed25519 AAAA',
      key_type: 'ed25519',
      ssh_certificate_authority_id: 'sshca_1',
      principals: [],
      critical_options: { 'force-command': 'ls' },
      extensions: { 'permit-pty': '' },
      valid_after: '2026-11-21T08:00:00Z',
      valid_until: '2026-11-22T08:03:00Z',
      certificate,
    };
    const { terminal } = await both('ssh-user-certificates get sucrt_1', { body });
    expect(terminal.stdout).toContain(`certificate:\n  ${certificate}\n`);
    expect(terminal.stdout).toMatch(/^valid_until: +in 1 day \(2026-11-22T08:03:00Z\)$/m);
    expect(terminal.stdout).toMatch(/^extensions: +permit-pty=$/m);
  });

  it('says what an empty list means, where that is more than nothing', async () => {
    const acl = { ...apiKey('sshcr_1'), token: undefined, public_key: 'ssh-ed25519 AAAA', acl: [] };
    const record = await both('ssh-credentials get sshcr_1', { body: acl });
    expect(record.terminal.stdout).toMatch(/^acl: +everything$/m);
    // A program gets the value, which is empty.
    expect(record.pipe.stdout).toMatch(/^acl\t$/m);
    const list = await both('ssh-credentials list', { body: page('ssh_credentials', [acl]) });
    expect(list.terminal.stdout).toContain('  everything  ');
    const { owner_id: _owner, ...words } = acl;
    const certificate = {
      ...words,
      acl: undefined,
      key_type: 'ed25519',
      ssh_certificate_authority_id: 'sshca_1',
      principals: [],
      valid_after: '2026-11-21T08:00:00Z',
      valid_until: '2026-11-22T08:03:00Z',
      certificate: 'x',
    };
    const host = await both('ssh-host-certificates get shcrt_1', { body: certificate });
    expect(host.terminal.stdout).toMatch(/^principals: +any host$/m);
    const body = { ...certificate, critical_options: {}, extensions: {} };
    const user = await both('ssh-user-certificates get sucrt_1', { body });
    expect(user.terminal.stdout).toMatch(/^principals: +any user$/m);
  });

  it('is one whole value in the other formats', async () => {
    const body = endpoint('ep_1', { colour: 'red' });
    const { pipe, terminal } = await both('endpoints get ep_1 -o json', { body });
    expect(pipe.stdout).toBe(`${JSON.stringify(body, null, 2)}\n`);
    expect(terminal).toEqual(pipe);
    const line = 'endpoints get ep_1 -o';
    expect((await both(`${line} jsonl`, { body })).pipe.stdout).toBe(`${JSON.stringify(body)}\n`);
    expect((await both(`${line} id`, { body })).pipe.stdout).toBe('ep_1\n');
    expect((await both(`${line} csv --columns id,url`, { body })).pipe.stdout).toBe(
      'id,url\r\nep_1,https://app.example.com\r\n',
    );
    expect((await both(`${line} csv --columns id --no-headers`, { body })).pipe.stdout).toBe('ep_1\r\n');
  });

  it('has colours on a terminal', async () => {
    const { stdout } = await coloured('endpoints get ep_1 --columns type', { body: endpoint('ep_1') });
    expect(stdout).toBe('\u001b[1mtype:\u001b[22m \u001b[36mcloud\u001b[39m\n');
  });
});

describe('what was created', () => {
  const created = { status: 201, body: { ...apiKey('ak_1'), token: 't0ken' } };

  it('is shown as it would be by get, with a note that a secret is shown only once', async () => {
    const { terminal, pipe } = await both('api-keys create', created);
    expect(terminal.stdout).toContain('token:       t0ken\n');
    expect(pipe.stdout).toContain('token\tt0ken\n');
    expect(pipe.stderr).toBe('note: token is shown only this once; keep it now\n');
  });

  it('comes without notes with --quiet', async () => {
    const { pipe } = await both('api-keys create --quiet -o id', created);
    expect(pipe).toEqual({ exitCode: 0, stdout: 'ak_1\n', stderr: '' });
    const error = await both('--quiet api-keys get ak_1 --columns nope', created);
    expect(error.pipe.stderr).toContain('error: ');
  });
});
