import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../src/contract/examples/demo-ids.ts';
import { exampleKeys } from '../../src/contract/examples/example-keys.ts';
import { tunnelctl } from '../harness/built-program.ts';
import { startServe } from '../harness/served-sandbox.ts';
import { temporaryDirectory } from '../harness/temporary-directory.ts';
import { hasTmux, openShell } from '../harness/terminal.ts';

/** A terminal whose commands call a demo account of its own. */
async function open() {
  const cwd = temporaryDirectory();
  const sandbox = await startServe(['--ephemeral', '--seed', 'demo']);
  const env = { ...sandbox.env, HOME: cwd };
  const terminal = await openShell(env, { cwd });
  const run = (...args: string[]) => tunnelctl([...args, '-o', 'json'], { env });
  return { terminal, cwd, run };
}

describe.skipIf(!hasTmux)('at a real terminal (needs tmux)', () => {
  it('what is missing is asked for, judged as it is typed, and what else there is to set offered', async () => {
    const { terminal, run } = await open();
    terminal.type('tunnelctl endpoints create -o id | tee made; echo piped', 'Enter');
    // Stdout is no terminal, so nobody is asked.
    await terminal.shows(/error: --url is required[\s\S]*piped/);
    terminal.type('clear; tunnelctl endpoints create -o id', 'Enter');
    await terminal.shows(/\? URL to serve[\s\S]*--url:/);
    terminal.type('ftp:x', 'Enter');
    await terminal.shows(/"ftp:x" is not an endpoint URL/);
    terminal.type('BSpace', 'BSpace', 'BSpace', 'BSpace', 'BSpace', 'https://typed.example.com', 'Enter');
    await terminal.shows(/anything else to set\?[\s\S]*--bindings/);
    // --traffic-policy, --description, --metadata, --bindings, --pooling-enabled
    terminal.type('Down', 'Space', 'Down', 'Down', 'Space', 'Enter');
    await terminal.shows(/--description:/);
    terminal.type('my endpoint', 'Enter');
    await terminal.shows(/--bindings:[\s\S]*kubernetes/);
    terminal.type('Space', 'Down', 'Space', 'Enter');
    await terminal.shows(/choose 1/);
    terminal.type('Space', 'Enter');
    const id = /^ep_\w+$/m.exec(await terminal.shows(/^ep_\w+$/m))?.[0] ?? '';
    expect(JSON.parse((await run('endpoints', 'get', id)).stdout)).toMatchObject({
      url: 'https://typed.example.com',
      description: 'my endpoint',
      bindings: ['public'],
    });
  });

  it('existing ids are offered by name, and a policy is written in the editor', async () => {
    const { terminal, cwd, run } = await open();
    const editor = join(cwd, 'editor');
    writeFileSync(
      editor,
      '#!/bin/sh\nprintf "on_http_request:\\n  - actions:\\n      - type: deny\\n" > "$1"\n',
    );
    chmodSync(editor, 0o755);
    terminal.type(`export VISUAL='${editor}'; clear; tunnelctl endpoints update`, 'Enter');
    await terminal.shows(/\? id of the endpoint[\s\S]*https:\/\/demo\.example\.com/);
    terminal.type('//app.example');
    await terminal.shows(new RegExp(`❯ ${demoIds.endpoints.app} .*\\n\\n`));
    terminal.type('Enter');
    await terminal.shows(/what to change/);
    terminal.type('Down', 'Space', 'Enter');
    await terminal.shows(/--traffic-policy:[\s\S]*editor/);
    terminal.type('Down', 'Enter');
    await terminal.shows(/launch your preferred editor/);
    terminal.type('Enter');
    await terminal.shows(/^id: /m);
    const { stdout } = await run('endpoints', 'get', demoIds.endpoints.app);
    expect(JSON.parse(stdout).traffic_policy).toBe('on_http_request:\n  - actions:\n      - type: deny\n');
  });

  it('an update starts from what is there, in the editor and on a line, and shows what it changes', async () => {
    const { terminal, cwd, run } = await open();
    const editor = join(cwd, 'editor');
    writeFileSync(editor, '#!/bin/sh\ncp "$1" seen && sed -i "s/blue/green/" "$1"\n');
    chmodSync(editor, 0o755);
    const made = ['--url', 'https://long.example.com', '--metadata', '{\n  "stage": "blue"\n}'];
    const { id } = JSON.parse((await run('endpoints', 'create', ...made, '--description', 'words')).stdout);
    terminal.type(`export VISUAL='${editor}'; clear; tunnelctl endpoints update ${id}`, 'Enter');
    await terminal.shows(/what to change/);
    // --url, --traffic-policy, --description, --metadata
    terminal.type('Down', 'Down', 'Space', 'Down', 'Space', 'Enter');
    await terminal.shows(/--description: \(words\)/);
    terminal.type('Enter');
    await terminal.shows(/--metadata:[\s\S]*editor/);
    terminal.type('Down', 'Enter');
    await terminal.shows(/launch your preferred editor/);
    terminal.type('Enter');
    const screen = await terminal.shows(/^updated_at: /m);
    expect(readFileSync(join(cwd, 'seen'), 'utf8')).toBe('{\n  "stage": "blue"\n}');
    expect(screen).toMatch(
      /^changes to ep_\w+ .*:\n {2}metadata:\n {6}\{\n {4}- {3}"stage": "blue"\n {4}\+ {3}"stage": "green"\n {6}\}$/m,
    );
    expect(JSON.parse((await run('endpoints', 'get', id)).stdout)).toMatchObject({
      description: 'words',
      metadata: '{\n  "stage": "green"\n}',
    });
  });

  it('the kind of a thing is chosen, and a secret is not shown', async () => {
    const { terminal, run } = await open();
    terminal.type('tunnelctl event-destinations create -o id', 'Enter');
    await terminal.shows(/where events go[\s\S]*metrics_target/);
    terminal.type('Down', 'Down', 'Down', 'Enter');
    await terminal.shows(/--target\.metrics-target\.api-key:/);
    terminal.type('canary-secret', 'Enter');
    await terminal.shows(/anything else to set\?[\s\S]*--target\.metrics-target\.ddtags/);
    // --description, --metadata, --target.metrics-target.ddtags
    terminal.type('Down', 'Down', 'Space', 'Enter');
    await terminal.shows(/--target\.metrics-target\.ddtags:/);
    terminal.type('x', 'Enter');
    const screen = await terminal.shows(/^ed_\w+$/m);
    expect(screen).not.toContain('canary');
    const id = /^ed_\w+$/m.exec(screen)?.[0] ?? '';
    expect(
      JSON.parse((await run('event-destinations', 'get', id)).stdout).target.metrics_target,
    ).toMatchObject({
      api_key: '<SECRET>',
      ddtags: 'x',
    });
  });

  it('a deletion shows what will go and from where, and wants a yes', async () => {
    const { terminal, run } = await open();
    const id = demoIds.sshCredentials.laptop;
    terminal.type(`tunnelctl ssh-credentials delete ${id}`, 'Enter');
    const asked = await terminal.shows(/Delete this\? \(y\/N\)/);
    expect(asked).toMatch(new RegExp(`Delete at http://127\\.0\\.0\\.1:\\d+:\\n  ${id}  .*\\w`));
    terminal.type('Enter');
    await terminal.shows(/error: not confirmed; nothing was changed/);
    terminal.type('echo code $?', 'Enter');
    await terminal.shows(/^code 1$/m);
    expect((await run('ssh-credentials', 'get', id)).exitCode).toBe(0);
    terminal.type(`clear; tunnelctl ssh-credentials delete ${id}`, 'Enter');
    await terminal.shows(/Delete this\? \(y\/N\)/);
    terminal.type('y', 'Enter');
    await terminal.shows(new RegExp(`^deleted ${id}$`, 'm'));
    expect((await run('ssh-credentials', 'get', id)).exitCode).toBe(3);
  });

  it('ids that take stdin leave the terminal to answer, which shows what they are', async () => {
    const { terminal, cwd, run } = await open();
    const { laptop } = demoIds.sshCredentials;
    const ids = `tunnelctl ssh-credentials list -o id | grep ${laptop}`;
    terminal.type(`clear; ${ids} | tunnelctl ssh-credentials delete -; echo code $?`, 'Enter');
    const asked = await terminal.shows(/Delete this\? \(y\/N\)/);
    expect(asked).toMatch(new RegExp(`  ${laptop}  .*bind:`));
    terminal.type('n', 'Enter');
    await terminal.shows(/not confirmed[\s\S]*^code 1$/m);
    expect((await run('ssh-credentials', 'get', laptop)).exitCode).toBe(0);
    // Results go elsewhere; the question does not.
    terminal.type(`clear; ${ids} | tunnelctl ssh-credentials delete - -o jsonl > result`, 'Enter');
    await terminal.shows(/Delete this\? \(y\/N\)/);
    terminal.type('y', 'Enter');
    await terminal.shows(/^ready>$/m);
    expect(readFileSync(join(cwd, 'result'), 'utf8')).toBe(`{"id":"${laptop}","deleted":true}\n`);
    // Where it could not be seen, it is not asked.
    terminal.type(`clear; echo x | tunnelctl ssh-credentials delete - 2> said; echo silent $?`, 'Enter');
    await terminal.shows(/^silent 2$/m);
    expect(readFileSync(join(cwd, 'said'), 'utf8')).toContain('add --yes');
  });

  it('what replaces a module asks when there is one', async () => {
    const { terminal } = await open();
    const replace = (edge: string) =>
      `clear; tunnelctl edges tcp ip-restriction replace ${edge} --ip-policy-ids ${demoIds.ipPolicies.office}`;
    terminal.type(replace(demoIds.tcpEdges.mail), 'Enter');
    // It had none.
    await terminal.shows(/^enabled: +true$/m);
    terminal.type(replace(demoIds.tcpEdges.mail), 'Enter');
    expect(await terminal.shows(/Replace this\? \(y\/N\)/)).toContain(
      `  ${demoIds.tcpEdges.mail}  true  ${demoIds.ipPolicies.office}\n`,
    );
    terminal.type('n', 'Enter');
    await terminal.shows(/not confirmed/);
  });

  it('an id that is not offered is typed, files named, lists and maps given item by item', async () => {
    const { terminal, cwd, run } = await open();
    writeFileSync(join(cwd, 'id.pub'), `${exampleKeys.ed25519}\n`);
    terminal.type('tunnelctl ssh-user-certificates create -o id', 'Enter');
    await terminal.shows(/--ssh-certificate-authority-id:[\s\S]*lets people log in[\s\S]*another one …/);
    terminal.type('another');
    await terminal.shows(/❯ another one …/);
    terminal.type('Enter');
    await terminal.shows(/--ssh-certificate-authority-id:\s*$/);
    terminal.type(demoIds.sshCertificateAuthorities.users, 'Enter');
    await terminal.shows(/--public-key:[\s\S]*❯ take it from a file/);
    terminal.type('Enter');
    await terminal.shows(/\? file, such as id_ed25519\.pub/);
    terminal.type('absent', 'Enter');
    await terminal.shows(/cannot read the file absent: no such file or directory/);
    terminal.type('C-u', 'id.pub', 'Enter');
    await terminal.shows(/anything else to set\?[\s\S]*❯.*--principals/);
    terminal.type('Space', 'Down', 'Space', 'Enter');
    await terminal.shows(/--principals: \(1; nothing ends the list\)/);
    terminal.type('alice', 'Enter');
    await terminal.shows(/\(2; nothing ends the list\)/);
    terminal.type('Enter');
    await terminal.shows(/--critical-options: \(key=value; nothing ends it\)/);
    terminal.type('force-command', 'Enter');
    await terminal.shows(/write key=value/);
    terminal.type('=ls', 'Enter');
    await terminal.shows(/--critical-options:.*force-command=ls[\s\S]*\? .*\n.*--critical-options:.*$/);
    terminal.type('Enter');
    const screen = await terminal.shows(/^sucrt_\w+$/m);
    const id = /^sucrt_\w+$/m.exec(screen)?.[0] ?? '';
    expect(JSON.parse((await run('ssh-user-certificates', 'get', id)).stdout)).toMatchObject({
      principals: ['alice'],
      critical_options: { 'force-command': 'ls' },
    });
  });

  it('what no operation lists is offered too: subscriptions, event types, IP policies, abuse reports', async () => {
    const { terminal, run } = await open();
    terminal.type('tunnelctl event-sources create -o id', 'Enter');
    await terminal.shows(/id of the event subscription[\s\S]*what comes and goes[\s\S]*who changes what/);
    terminal.type('who');
    await terminal.shows(new RegExp(`❯ ${demoIds.eventSubscriptions.audit}`));
    terminal.type('Enter');
    await terminal.shows(/--type:[\s\S]*_created\.v0/);
    terminal.type('reserved_dom');
    await terminal.shows(/❯ reserved_domain_created\.v0/);
    terminal.type('Enter');
    await terminal.shows(/^reserved_domain_created\.v0$/m);
    const sources = await run('event-sources', 'list', demoIds.eventSubscriptions.audit);
    expect(JSON.parse(sources.stdout)).toContainEqual(
      expect.objectContaining({ type: 'reserved_domain_created.v0' }),
    );
    terminal.type('clear; tunnelctl edges tcp ip-restriction replace -o json', 'Enter');
    await terminal.shows(/id of the TCP edge[\s\S]*❯ edgtcp_\w+ {2}mail relay/);
    terminal.type('Enter');
    await terminal.shows(/--ip-policy-ids:[\s\S]*VPN[\s\S]*office[\s\S]*another one …/);
    terminal.type('Space', 'Enter');
    await terminal.shows(/anything else to set/);
    terminal.type('Enter');
    await terminal.shows(/"ip_policies"/);
    const module = await run('edges', 'tcp', 'ip-restriction', 'get', demoIds.tcpEdges.mail);
    expect(JSON.parse(module.stdout).ip_policies).toEqual([
      expect.objectContaining({ id: demoIds.ipPolicies.vpn }),
    ]);
  });

  it('wait asks what for, where nobody named it', async () => {
    const { terminal } = await open();
    terminal.type('tunnelctl abuse-reports wait --for exists -o id', 'Enter');
    await terminal.shows(/id of the abuse report[\s\S]*abrp_\w+ {2}https:/);
    terminal.type(demoIds.abuseReports.phishing.slice(0, 12));
    await terminal.shows(new RegExp(`❯ ${demoIds.abuseReports.phishing}`));
    terminal.type('Enter');
    await terminal.shows(new RegExp(`^${demoIds.abuseReports.phishing}$`, 'm'));
    terminal.type('clear; tunnelctl endpoints wait --for exists | cat', 'Enter');
    await terminal.shows(/error: <id> is required/);
  });

  it('many that will go are listed, and what is not there is said', async () => {
    const { terminal } = await open();
    const { laptop } = demoIds.sshCredentials;
    terminal.type(`tunnelctl ssh-credentials delete ${laptop} sshcr_absent`, 'Enter');
    expect(await terminal.shows(/Delete all 2\? \(y\/N\)/)).toMatch(/sshcr_absent {2}\(not found\)/);
    terminal.type('y', 'Enter');
    await terminal.shows(/deleted sshcr_[\s\S]*error: sshcr_absent: [\s\S]*1 of 2 failed/);
    terminal.type('echo code $?', 'Enter');
    await terminal.shows(/^code 3$/m);
  });

  it('Ctrl-C at a question ends with 130 and changes nothing', async () => {
    const { terminal, cwd } = await open();
    terminal.type(`tunnelctl endpoints delete ${demoIds.endpoints.app} 2>/dev/null; echo silent $?`, 'Enter');
    // Where the question could not be seen, it is not asked.
    await terminal.shows(/^silent 2$/m);
    terminal.type(`tunnelctl endpoints delete ${demoIds.endpoints.app} > /dev/null; echo silent $?`, 'Enter');
    await terminal.shows(/^silent 2\n[\s\S]*^silent 2$/m);
    terminal.type(`clear; tunnelctl endpoints delete ${demoIds.endpoints.app}; echo $? > code`, 'Enter');
    await terminal.shows(/Delete this\?/);
    terminal.type('C-c');
    await terminal.shows(/ready>$/);
    expect(readFileSync(join(cwd, 'code'), 'utf8')).toBe('130\n');
  });
});
