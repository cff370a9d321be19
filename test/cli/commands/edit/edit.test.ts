import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { readCommands } from '../../../../src/cli/completion/read-commands.ts';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { exampleCertificateRequest } from '../../../../src/contract/examples/example-keys.ts';
import { catalogue } from '../../../../src/contract/index.ts';
import { recordingService } from '../../../client/recording-service.ts';
import { endpoint } from '../../../client/records.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';
import { openAccount, scriptedEditor } from './scripted-editor.ts';

const { app } = demoIds.endpoints;
const { laptop } = demoIds.sshCredentials;
const { logs, metrics } = demoIds.eventDestinations;
const { production } = demoIds.kubernetesOperators;
const cancelled = { exitCode: 0, stdout: '', stderr: 'edit cancelled, nothing was changed\n' };

/** Replaces a line of the file by another one. */
const line = (from: string, to: string) => `sed -i 's|^ *${from}$|${to}|' "$1"`;

describe('what can be edited', () => {
  it('is everything that can be read and changed', async () => {
    const changing = catalogue.filter(
      ({ operation: { method, body } }) =>
        (method === 'PATCH' || method === 'PUT') && Object.keys(body?.properties ?? {}).length > 0,
    );
    expect(changing.length).toBeGreaterThan(8);
    const { stdout } = await runCli(['edit', '--help'], { columns: 200 });
    for (const { resource } of changing) {
      const words = resource.name.split('.');
      expect(stdout).toMatch(new RegExp(`^  ${words.join(' ')} <`, 'm'));
      expect(await runCli(['edit', ...words, '--help'])).toMatchObject({ exitCode: 0, stderr: '' });
    }
    expect(stdout).not.toContain('tunnel-sessions');
    expect(stdout).toMatch(
      /^Usage: tunnelctl edit <resource> <id> \[options\]\n\nChange an object in your editor\.\n/,
    );
    const { stdout: program } = await runCli(['--help'], { columns: 200 });
    expect(program).toMatch(/^ {2}edit <resource> <id> +Change an object in your editor$/m);
    expect(await runCli(['edit'])).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('is completed: resources by their words, objects by their ids', async () => {
    const { commands } = await readCommands();
    const at = (words: string) => commands.find((command) => command.words === words);
    expect(at('edit')?.children.map(({ word }) => word)).toEqual([
      'endpoints',
      'ssh-credentials',
      'ssh-user-certificates',
      'ssh-host-certificates',
      'api-keys',
      'kubernetes-operators',
      'edges',
      'event-destinations',
    ]);
    expect(at('edit endpoints')?.arguments.map(({ value }) => value.source)).toEqual(['endpoints']);
    expect(
      at('edit edges https routes user-agent-filter')?.arguments.map(({ value }) => value.source),
    ).toEqual(['edges/https', 'edges/https/{edge_id}/routes']);
  });

  it('stands in a file that nobody else can read, each member under what it means', async () => {
    const account = await openAccount();
    const policy = 'on_http_request:\n  # everybody\n  - actions:\n      - type: deny\n';
    const url = 'https://shown.example.com';
    const made = await account.call('POST', '/endpoints', { url, traffic_policy: policy, metadata: 'a: b' });
    const place = join(temporaryDirectory(), 'place');
    const editor = scriptedEditor(
      `printf %s "$1" > '${place}'; stat -c %a "$1" "$(dirname "$1")" >> '${place}'`,
    );
    expect(await account.edit(`endpoints ${made.id}`, editor)).toEqual(cancelled);
    expect(editor.seen()).toEqual([
      `# Change a cloud endpoint: ${made.id}  ${url}  cloud  public
#
# Save and close the editor to send what you changed. To change nothing, save it as it
# is, or empty the file. What is removed or commented out stays as it is in the service;
# "" clears a text, [] a list, {} a map.

# URL to serve: https://host, http://host, tcp://host:port or tls://host; internal under .internal
url: https://shown.example.com

# traffic policy, a JSON or YAML document
traffic_policy: |
  on_http_request:
    # everybody
    - actions:
        - type: deny

# what it is for, in words for people; at most 255 bytes
description: ""

# arbitrary data of yours, often JSON; at most 4096 bytes
metadata: |-
  a: b

# where it can be reached: public, internal (under .internal alone) or kubernetes; decided by the host when not given; choices: public, internal, kubernetes
bindings:
  - public

# share the URL with other endpoints that allow it too
pooling_enabled: false
`,
    ]);
    expect(readFileSync(place, 'utf8')).toMatch(new RegExp(`/endpoints-${made.id}\\.yml600\\n700\\n$`));
    expect(account.left()).toEqual([]);
  });
});

describe('a change', () => {
  it('is shown on a terminal, sent by itself, and answered with the record', async () => {
    const account = await openAccount();
    const { description } = await account.call('GET', `/endpoints/${app}`);
    const editor = scriptedEditor(line('description: .*', 'description: reviewed'));
    const { exitCode, stdout, stderr } = await account.edit(`endpoints ${app}`, editor);
    expect({ exitCode, stderr: stderr.split('\n').slice(1) }).toEqual({
      exitCode: 0,
      stderr: [`  description: ${JSON.stringify(description)} -> "reviewed"`, ''],
    });
    expect(stdout).toMatch(/^description: +reviewed$/m);
    expect(account.changes()).toEqual([
      { method: 'PATCH', target: `/endpoints/${app}`, body: { description: 'reviewed' } },
    ]);
    expect(account.left()).toEqual([]);
  });

  it('is printed alone where nobody looks on', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(line('description: .*', 'description: reviewed'));
    const { exitCode, stdout, stderr } = await account.edit(`endpoints ${app} -o json`, editor, {
      isTTY: false,
    });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ id: app, description: 'reviewed' });
  });

  it('of a policy keeps its comments', async () => {
    const account = await openAccount();
    const policy = 'on_http_request:\n  # everybody, for now\n  - actions:\n      - type: deny';
    await account.call('PATCH', `/endpoints/${app}`, { traffic_policy: policy });
    const editor = scriptedEditor(`sed -i 's/for now/for good/' "$1"`);
    expect(await account.edit(`endpoints ${app} -o id`, editor)).toMatchObject({ exitCode: 0 });
    expect(account.changes()).toMatchObject([
      { body: { traffic_policy: policy.replace('for now', 'for good') } },
    ]);
  });

  it('is none where the text says the same in other words, or nothing at all', async () => {
    const account = await openAccount();
    for (const step of [
      'true',
      ': > "$1"',
      'rm "$1"',
      `sed -i 's/^/# /' "$1"`,
      `sed -i '/^url:/d; /^#/d' "$1"`,
      `sed -i 's/^bindings:/bindings: [public]/; /^  - public$/d' "$1"`,
    ]) {
      expect(await account.edit(`endpoints ${app}`, scriptedEditor(step)), step).toEqual(cancelled);
    }
    expect(account.changes()).toEqual([]);
    expect(account.left()).toEqual([]);
  });

  it('leaves alone what is removed, and clears what is emptied', async () => {
    const account = await openAccount();
    await account.call('PATCH', `/ssh_credentials/${laptop}`, { acl: ['bind:a.example.com'], metadata: 'm' });
    const removed = scriptedEditor(
      `sed -i '/^acl:/,/bind:/d; /^metadata:/d; s/^description:.*/description: ""/' "$1"`,
    );
    expect(await account.edit(`ssh-credentials ${laptop}`, removed)).toMatchObject({ exitCode: 0 });
    const emptied = scriptedEditor(`sed -i '/bind:a/d; s/^acl:/acl: []/' "$1"`);
    const { stderr } = await account.edit(`ssh-credentials ${laptop}`, emptied);
    expect(stderr).toMatch(/ {2}acl:\n {4}- bind:a\.example\.com\n {4}\+ \(everything\)\n/);
    expect(account.changes().map(({ body }) => body)).toEqual([{ description: '' }, { acl: [] }]);
  });

  it('sets what was not set, also what no record shows', async () => {
    const account = await openAccount();
    const csr = exampleCertificateRequest.trimEnd().replaceAll('\n', '\\n    ');
    const editor = scriptedEditor(
      `sed -i 's|^  # csr:$|  csr: \\|\\n    ${csr}|; s/^metadata: ""/metadata: {}/' "$1"`,
      `sed -i "s/^metadata: {}/metadata: '{}'/" "$1"`,
    );
    const { exitCode, stderr } = await account.edit(`kubernetes-operators ${production} -o id`, editor);
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
    expect(editor.seen()[1]).toMatch(/^#! line \d+: metadata must be a string, not an object$/m);
    expect(account.changes().map(({ body }) => body)).toEqual([
      { metadata: '{}', binding: { csr: exampleCertificateRequest } },
    ]);
  });

  it('is made of what is known alone, where a newer service shows more', async () => {
    const newer = { ...endpoint('ep_1'), shade: 'blue' };
    const { baseUrl, requests } = await recordingService({ body: newer });
    const account = await openAccount();
    const env = { TUNNELCTL_BASE_URL: baseUrl };
    const editor = scriptedEditor(line('description: .*', 'description: reviewed'));
    expect(await account.edit('endpoints ep_1 -o id', editor, { env })).toMatchObject({ exitCode: 0 });
    expect(editor.seen()[0]).not.toContain('shade');
    expect(requests.map(({ method, body }) => ({ method, body }))).toEqual([
      { method: 'GET', body: undefined },
      { method: 'GET', body: undefined },
      { method: 'PATCH', body: { description: 'reviewed' } },
    ]);
  });

  it('inside an object names no more than itself', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(line('version: .*', '  version: 9.9.9'));
    expect(await account.edit(`kubernetes-operators ${production} -o id`, editor)).toMatchObject({
      exitCode: 0,
    });
    expect(account.changes().map(({ body }) => body)).toEqual([{ deployment: { version: '9.9.9' } }]);
  });

  it('of what is replaced whole sends it whole, and keeps secrets that are not shown', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(line('ddtags: .*', '    ddtags: env:edited'));
    expect(await account.edit(`event-destinations ${metrics} -o id`, editor)).toMatchObject({ exitCode: 0 });
    const { target } = await account.call('GET', `/event_destinations/${metrics}`);
    const { metrics_target } = target as Record<string, object>;
    expect(account.changes().map(({ body }) => body)).toEqual([{ target: { metrics_target } }]);
    expect(metrics_target).toMatchObject({ api_key: '<SECRET>', ddtags: 'env:edited' });
  });

  it('to another of several kinds takes the old one away, and tells a new secret without its text', async () => {
    const account = await openAccount();
    const creds = '      creds:\\n        cloud_access_key_id: AK\\n        cloud_secret_access_key: canary';
    const editor = scriptedEditor(`sed -i 's|^      role:$|${creds}|; /role_resource_name/d' "$1"`);
    const { exitCode, stderr } = await account.edit(`event-destinations ${logs} -o id`, editor);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.stringContaining('a secret comes') });
    expect(stderr).not.toContain('canary');
    expect(account.changes()).toMatchObject([
      { body: { target: { log_target: { auth: { creds: { cloud_secret_access_key: 'canary' } } } } } },
    ]);
    expect(JSON.stringify(account.changes())).not.toContain('role_resource_name');
  });

  it('of a module sends the whole module, with what was removed as it is', async () => {
    const account = await openAccount();
    const { database } = demoIds.tcpEdges;
    const off = scriptedEditor(`sed -i 's/^enabled: true/enabled: false/; /^ip_policy_ids:/,$d' "$1"`);
    expect(await account.edit(`edges tcp ip-restriction ${database}`, off)).toMatchObject({ exitCode: 0 });
    const { office, vpn } = demoIds.ipPolicies;
    const target = `/edges/tcp/${database}/ip_restriction`;
    const body = { enabled: false, ip_policy_ids: [office, vpn] };
    expect(account.changes()).toEqual([{ method: 'PUT', target, body }]);
  });

  it('of what two arguments name is one like any other', async () => {
    const account = await openAccount();
    const ids = `${demoIds.httpsEdges.shop} ${demoIds.httpsEdgeRoutes.shopRoot}`;
    const editor = scriptedEditor(
      `sed -i 's/^allow:.*/allow: [Friendlybot]/; /^  - /d; s/^deny:.*/deny: ["(?i)bot"]/' "$1"`,
    );
    const { exitCode, stdout } = await account.edit(
      `edges https routes user-agent-filter ${ids} -o json`,
      editor,
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ enabled: true, allow: ['Friendlybot'], deny: ['(?i)bot'] });
  });

  it('is shown or printed and not sent where that is asked for', async () => {
    const account = await openAccount();
    const { ci } = demoIds.apiKeys;
    const step = line('description: .*', 'description: checks');
    const pipe = { isTTY: false };
    const request = await account.edit(`api-keys ${ci} --dry-run`, scriptedEditor(step), pipe);
    expect(request.stdout).toContain(`PATCH ${account.env.TUNNELCTL_BASE_URL}/api_keys/${ci}`);
    expect(request.stdout).toMatch(/\n\{\n {2}"description": "checks"\n\}\n$/);
    const changes = await account.edit(`api-keys ${ci} --diff --dry-run`, scriptedEditor(step), pipe);
    expect(changes.stdout).toMatch(/^changes to ak_.*:\n {2}description: "ci" -> "checks"\n$/);
    expect(account.changes()).toEqual([]);
    expect(account.left()).toEqual([]);
  });
});

describe('the object', () => {
  it('is named as everywhere', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(`sed -i 's|^url:.*|url: https://moved.example.com|' "$1"`);
    const { exitCode, stdout } = await account.edit('endpoints https://app.example.com -o id', editor);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${app}\n` });
    expect(account.changes()).toMatchObject([{ target: `/endpoints/${app}` }]);
  });

  it('must be named where nobody can choose it, and be there', async () => {
    const account = await openAccount();
    const editor = scriptedEditor('true');
    expect(await account.edit('endpoints', editor, { isTTY: false })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: 'error: <id> is required\nhint: tunnelctl edit endpoints --help shows what it takes\n',
    });
    const { edgeless } = { edgeless: demoIds.tcpEdges.mail };
    const { exitCode, stderr } = await account.edit(`edges tcp ip-restriction ${edgeless}`, editor);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('ERR_MODULE_NOT_SET'),
    });
    expect(editor.seen()).toEqual([]);
  });
});

describe('the editor', () => {
  it('is VISUAL before EDITOR, perhaps with arguments', async () => {
    const account = await openAccount();
    const [wrong, right] = [scriptedEditor('true'), scriptedEditor('test "$2" = --wait || exit 3')];
    const behind = {
      env: { VISUAL: `swap() { '${right.command}' "$2" "$1"; }; swap --wait`, EDITOR: wrong.command },
    };
    expect(await account.edit(`endpoints ${app}`, wrong, behind)).toEqual(cancelled);
    expect(
      await account.edit(`endpoints ${app}`, wrong, { env: { VISUAL: '', EDITOR: "sed -i 's/a/a/'" } }),
    ).toEqual(cancelled);
    expect([wrong.seen().length, right.seen().length]).toEqual([0, 1]);
  });

  it('must be named where there is no terminal', async () => {
    const account = await openAccount();
    const refused = {
      exitCode: 2,
      stdout: '',
      stderr:
        'error: there is no terminal to edit on, and neither VISUAL nor EDITOR names an editor\n' +
        'hint: tunnelctl endpoints update <id> --from-file FILE takes changes from a file\n',
    };
    const unnamed = { VISUAL: '', EDITOR: '' };
    const none = scriptedEditor();
    expect(await account.edit(`endpoints ${app}`, none, { isTTY: false, env: unnamed })).toEqual(refused);
    expect(await account.edit(`endpoints ${app} --no-input`, none, { env: unnamed })).toEqual(refused);
    expect(await account.edit(`endpoints ${app}`, scriptedEditor('true'), { isTTY: false })).toEqual(
      cancelled,
    );
  });

  it('that cannot be started or fails changes nothing, and what it wrote is kept', async () => {
    const account = await openAccount();
    const missing = { env: { VISUAL: '/nonexistent/editor --wait' } };
    expect(await account.edit(`endpoints ${app}`, scriptedEditor(), missing)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        'error: cannot start the editor /nonexistent/editor --wait: there is no such program; nothing was changed\n',
    });
    expect(await account.edit(`endpoints ${app}`, scriptedEditor('exit 3'))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^error: the editor .* ended with exit code 3; nothing was changed\n$/),
    });
    expect(account.left()).toEqual([]);
    const { stderr } = await account.edit(
      `endpoints ${app}`,
      scriptedEditor('echo "# mine" >> "$1"; exit 3'),
    );
    const [, path = ''] = /what you wrote is kept in (\S+\.yml);/.exec(stderr) ?? [];
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(account.changes()).toEqual([]);
  });

  it('is not started where no file can be made for it', async () => {
    const account = await openAccount();
    const editor = scriptedEditor('true');
    const missing = join(temporaryDirectory(), 'missing');
    vi.stubEnv('TMPDIR', missing);
    expect(await account.edit(`endpoints ${app}`, editor)).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        `error: cannot write what is to be edited to ${missing}: no such file or directory\n` +
        'hint: TMPDIR names another directory for it\n',
    });
  });

  it('may leave what is no text, which is not sent', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(`printf 'description: caf\\351\\n' > "$1"`);
    const { exitCode, stderr } = await account.edit(`endpoints ${app}`, editor);
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('not UTF-8 text'),
    });
    expect(stderr).toContain('what you wrote is kept in');
    expect(account.changes()).toEqual([]);
  });

  it('says nothing where data goes', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(`echo chatter; ${line('description: .*', 'description: quiet')}`);
    const { stdout } = await account.edit(`endpoints ${app} -o id`, editor, { isTTY: false });
    expect(stdout).toBe(`${app}\n`);
  });
});
