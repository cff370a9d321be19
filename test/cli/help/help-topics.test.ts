import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { exitCodes } from '../../../src/cli/exit-codes.ts';
import { helpTopics } from '../../../src/cli/help/topics.ts';
import { settingNames, settingVariable } from '../../../src/cli/settings/known-settings.ts';
import { manifestSchema } from '../../../src/contract/manifest/document-schema.ts';
import { manifestKinds } from '../../../src/contract/manifest/kinds.ts';
import { policyActions } from '../../../src/contract/policy/policy-schema.ts';
import { serviceErrors } from '../../../src/hosting/admin-api.ts';
import { runCli } from '../../harness/run-cli.ts';

describe('help', () => {
  it.each(helpTopics.map(({ name }) => name))(
    'on %s fits a terminal and ends with a line break',
    async (name) => {
      const { exitCode, stdout, stderr } = await runCli(['help', name], { isTTY: true });
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(stdout).toMatch(/[^\n]\n$/);
      // A command is one line, so that it can be pasted.
      const lines = stdout.split('\n').filter((line) => !line.startsWith('  tunnelctl '));
      for (const line of lines) expect(line.length, line).toBeLessThanOrEqual(80);
      // What fits as it is written is shown as it is written; broken anew it would have lines of one word.
      const { stdout: wide } = await runCli(['help', name], { isTTY: true, columns: 200 });
      if (name !== 'topics') expect(stdout).toBe(wide);
    },
  );

  it('on the environment names the variable of every setting', async () => {
    const { stdout } = await runCli(['help', 'environment']);
    for (const variable of settingNames.map(settingVariable))
      expect(stdout).toContain(variable ?? 'TUNNELCTL_');
  });

  it('on exit codes names them all', async () => {
    const { stdout } = await runCli(['help', 'exit-codes']);
    const named = [...stdout.matchAll(/^ +(\d+) {2}\S/gm)].map(([, code]) => Number(code));
    expect(named).toEqual(Object.values(exitCodes));
  });

  it('on policies names every action with what it takes, every variable and every function', async () => {
    const { stdout } = await runCli(['help', 'policies']);
    for (const type of Object.keys(policyActions)) expect(stdout).toMatch(new RegExp(`^  ${type}$`, 'm'));
    for (const text of [
      'config: credentials[]*, realm, enforce',
      'config: name*, algorithm*, capacity*, rate*, bucket_key[]*, enforce',
      'audience.allow_list[].value, http.tokens[].type*',
      'req.url.query_params',
      'hasResHeader',
    ])
      expect(stdout.replace(/\s+/g, ' ')).toContain(text);
  });

  it('lists the topics, and knows which one was meant', async () => {
    const { stdout } = await runCli(['--help']);
    for (const { name } of helpTopics) expect(stdout).toContain(`  help ${name} `);
    expect(await runCli(['help', 'enviroment'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        "error: unknown command 'enviroment'; did you mean tunnelctl help environment?\nhint: tunnelctl --help shows what it takes\n",
    });
  });
});

describe('explain', () => {
  it('says what a code means, in any letter case and without its prefix', async () => {
    const asked = await runCli(['explain', 'ERR_ENDPOINT_URL_TAKEN']);
    expect(asked).toEqual({
      exitCode: 0,
      stdout: [
        'code\tERR_ENDPOINT_URL_TAKEN',
        'status\t409',
        'exit_code\t5',
        'meaning\tanother endpoint serves this URL, and the two do not both allow pooling',
        'remedy\tchoose another URL, or set pooling_enabled on both endpoints',
        'retry\tfalse',
        'commands\ttunnelctl endpoints create, tunnelctl endpoints update',
        '',
      ].join('\n'),
      stderr: '',
    });
    expect(await runCli(['explain', 'err_endpoint_url_taken'])).toEqual(asked);
    expect(await runCli(['explain', 'endpoint_url_taken'])).toEqual(asked);
    const { stdout } = await runCli(['explain', 'network_tls', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      code: 'NETWORK_TLS',
      status: null,
      exit_code: 7,
      commands: ['any'],
    });
  });

  it('lists all codes, and knows which one was meant', async () => {
    const { stdout } = await runCli(['explain', '-o', 'json']);
    const codes = JSON.parse(stdout).map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining([...Object.keys(serviceErrors), 'NOT_CONFIGURED']));
    expect(await runCli(['explain', 'ERR_NOT_FUOND'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: "ERR_NOT_FUOND" is not an error code of the API or of this program; did you mean ERR_NOT_FOUND?\n' +
        'hint: tunnelctl explain lists all codes\n',
    });
  });
});

describe('help on manifests', () => {
  it('names by what the records of each kind are recognised', async () => {
    const { stdout } = await runCli(['help', 'manifests']);
    for (const { form } of manifestKinds) {
      const line = form.within === undefined ? `^  ${form.member} +${form.identity[0]}` : ` ${form.member}: `;
      expect(stdout).toMatch(new RegExp(line, 'm'));
    }
  });

  it('holds a manifest that is taken as it stands, and others for what lies within something', async () => {
    const { stdout } = await runCli(['help', 'manifests']);
    const [beginning = ''] = stdout.split('\nWhat is compared:\n');
    const texts = beginning
      .split('\n\n')
      .filter((block) => /^ {2}[a-z_]+:/.test(block))
      .map((block) => parse(block));
    expect(texts).toMatchObject([
      { version: 1, endpoints: [{ url: 'https://app.example.com' }], ssh_credentials: [{}] },
      { event_subscriptions: [{}], tcp_edges: [{}], https_edges: [{}] },
    ]);
    const lists = texts.flatMap((text) => Object.keys(text));
    const known = Object.keys(manifestSchema(manifestKinds).properties ?? {});
    expect(lists.filter((list) => !known.includes(list))).toEqual([]);
  });

  it('ends with the workflow that README.md shows, ready to become a file', async () => {
    const { stdout } = await runCli(['help', 'manifests']);
    const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');
    const [, shown = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(readme) ?? [];
    const workflow = stdout.slice(stdout.indexOf('\nname: account\n') + 1);
    expect(workflow).toBe(shown);
    expect(parse(workflow)).toMatchObject({ jobs: { diff: {}, apply: {} } });
  });
});
