// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these marks are those of manifests
import { describe, expect, it } from 'vitest';
import { exampleCertificateRequest } from '../../../../src/contract/examples/example-keys.ts';
import { manifestAccount } from './manifest-account.ts';

const destination =
  'event_destinations:\n  - description: metrics\n    target:\n      metrics_target:\n        api_key: ${env:KEY}\n        service: one\n';

describe('a secret', () => {
  it('is sent when it differs from what was applied from here, and else left as it is', async () => {
    const { run, write, mode, read } = await manifestAccount();
    write('a.yml', destination);
    const apply = (KEY: string, ...options: string[]) =>
      run(['apply', '-f', 'a.yml', ...options], { env: { KEY } });
    expect(await apply('first-secret')).toMatchObject({ stderr: '1 created\n' });
    expect(await apply('first-secret')).toMatchObject({ stderr: expect.stringContaining('nothing to do') });
    const shown = await run(['diff', '-f', 'a.yml'], { env: { KEY: 'second-secret' } });
    expect(shown).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining('target.metrics_target.api_key: another secret comes'),
    });
    expect(await apply('second-secret')).toMatchObject({ stderr: '1 changed\n' });
    expect(await apply('second-secret')).toMatchObject({ stderr: expect.stringContaining('nothing to do') });
    expect(await apply('second-secret', '--rotate')).toMatchObject({ stderr: '1 changed\n' });
    expect(mode('.local/state/tunnelctl/applied.json')).toBe('600');
    expect(read('.local/state/tunnelctl/applied.json')).not.toMatch(/secret"|first|second/);
  });

  it('stays as it is where nobody knows what was applied, and the diff says so', async () => {
    const { run, write } = await manifestAccount();
    write('a.yml', destination);
    const env = { KEY: 'the-secret', XDG_STATE_HOME: '/nonexistent-state' };
    await run(['apply', '-f', 'a.yml'], { env });
    const diff = await run(['diff', '-f', 'a.yml'], { env: { KEY: 'another' } });
    expect(diff.exitCode).toBe(0);
    expect(diff.stdout).toContain('nothing shows whether target.metrics_target.api_key is up to date');
    const applied = await run(['apply', '-f', 'a.yml'], { env: { KEY: 'another' } });
    expect(applied.stderr).toMatch(
      /^note: event-destinations metrics: nothing shows whether .* --rotate sends it\nnothing to do/,
    );
    expect(await run(['diff', '-f', 'a.yml', '--rotate'], { env: { KEY: 'another' } })).toMatchObject({
      exitCode: 1,
    });
  });

  it('stays when something else of its target changes', async () => {
    const { run, write, list } = await manifestAccount();
    write('a.yml', destination);
    const env = { KEY: 'the-secret' };
    await run(['apply', '-f', 'a.yml'], { env });
    write('a.yml', destination.replace('service: one', 'service: two'));
    const diff = await run(['diff', '-f', 'a.yml'], { env });
    expect(diff.stdout).toContain('target.metrics_target.service: "one" -> "two"');
    expect(diff.stdout).not.toContain('api_key');
    expect(await run(['apply', '-f', 'a.yml'], { env })).toMatchObject({ stderr: '1 changed\n' });
    expect(await list('event-destinations')).toMatchObject([
      { target: { metrics_target: { service: 'two', api_key: '<SECRET>' } } },
    ]);
    expect(await run(['diff', '-f', 'a.yml'], { env })).toMatchObject({ exitCode: 0 });
  });

  it('of another kind of target makes the destination anew, where that is said', async () => {
    const { run, write, list } = await manifestAccount();
    const env = { KEY: 'the-secret' };
    write('a.yml', destination);
    await run(['apply', '-f', 'a.yml'], { env });
    write(
      'a.yml',
      'event_destinations:\n  - description: metrics\n    target:\n      log_target:\n        auth: {role: {role_resource_name: r}}\n        log_group_resource_name: g\n',
    );
    expect(await run(['apply', '-f', 'a.yml'], { env })).toMatchObject({ exitCode: 2 });
    expect(await run(['apply', '-f', 'a.yml', '--replace', '--yes'], { env })).toMatchObject({
      stderr: '1 made anew\n',
    });
    expect(await list('event-destinations')).toMatchObject([
      { target: { metrics_target: null, log_target: {} } },
    ]);
  });

  it('is compared for signing requests, too, which no record shows', async () => {
    const { run, write } = await manifestAccount();
    write('operator.csr', exampleCertificateRequest);
    write(
      'a.yml',
      'kubernetes_operators:\n  - deployment: {cluster_name: c, namespace: n, name: o}\n    enabled_features: [BINDINGS]\n    binding: {csr: "${file:operator.csr}"}\n',
    );
    expect(await run(['apply', '-f', 'a.yml'])).toMatchObject({ stderr: '1 created\n' });
    expect(await run(['apply', '-f', 'a.yml'])).toMatchObject({
      stderr: expect.stringContaining('nothing to do'),
    });
    expect(await run(['apply', '-f', 'a.yml', '--rotate'])).toMatchObject({ stderr: '1 changed\n' });
  });
});

describe('a value of the environment', () => {
  const value = 'hunter22-hunter22';

  it.each([
    ['in an address', 'url: "${env:TOKEN}"'],
    ['in a list', 'url: https://a.example.com\n    bindings: ["${env:TOKEN}"]'],
    [
      'in an expression',
      'url: https://a.example.com\n    traffic_policy: |\n      on_http_request:\n' +
        "        - expressions: [\"getReqHeadr('x') != '${env:TOKEN}'\"]\n          actions: [{ type: deny }]",
    ],
    [
      'where a message cuts it',
      `url: https://a.example.com\n    traffic_policy: |\n      on_http_request: [{ ${'x'.repeat(50)}\${env:TOKEN}: 1 }]`,
    ],
  ])('is in no message that refuses it: %s', async (_where, members) => {
    const { run, write } = await manifestAccount();
    write('a.yml', `endpoints:\n  - ${members}\n`);
    const { exitCode, stdout, stderr } = await run(['apply', '-f', 'a.yml'], { env: { TOKEN: value } });
    expect(exitCode).not.toBe(0);
    expect(stdout + stderr).not.toContain(value.slice(0, 8));
    expect(stderr).toContain('${env:TOKEN}');
  });

  it('is in no plan, in no report and in no line of what is done, also where it names a record', async () => {
    const { run, write, read } = await manifestAccount();
    write(
      'a.yml',
      'endpoints:\n  - url: "https://${env:TOKEN}.example.com"\napi_keys:\n  - description: "${env:TOKEN}"\n',
    );
    const withValue = (...words: string[]) => run(words, { env: { TOKEN: value } });
    await withValue('diff', '-f', 'a.yml', '--out', 'a.plan');
    expect(read('a.plan')).not.toContain(value);
    const applied = await withValue('apply', '-f', 'a.yml', '--tokens-out', '/dev/null');
    const again = await withValue('apply', 'a.plan', '--tokens-out', '/dev/null');
    expect(again.exitCode).toBe(5);
    write(
      'b.yml',
      read('a.yml')
        .replace(/api_keys.*/s, '')
        .replace('example.com', 'example.org'),
    );
    const report = await withValue('apply', '-f', 'b.yml', '-o', 'json');
    for (const { stdout, stderr } of [applied, again, report]) {
      expect(stdout + stderr).toContain('${env:TOKEN}');
      expect(stdout + stderr).not.toContain(value);
    }
  });
});

describe('what was meant as a reference', () => {
  it.each([
    '${ENV:KEY}',
    '${env:KEY',
    '${envs:KEY}',
    '${ env:KEY}',
    '${{ env.KEY }}',
    '${{ secrets.KEY }}',
    '${File:x}',
  ])('is refused, not sent as the secret: %s', async (text) => {
    const { run, write, list } = await manifestAccount();
    write(
      'a.yml',
      destination.replace('${env:KEY}', () => JSON.stringify(text)),
    );
    const outcome = await run(['apply', '-f', 'a.yml'], { env: { KEY: 'a-secret' } });
    expect(outcome).toMatchObject({
      exitCode: 8,
      stderr: expect.stringContaining('which stands for nothing; write '),
    });
    expect(await list('event-destinations')).toEqual([]);
  });

  it('is itself with one more dollar sign, as exports have it', async () => {
    const { run, list, write } = await manifestAccount();
    const texts = ['${ENV:KEY}', '${{ env.KEY }} ${env:', '$${File:x}'];
    const endpoints = texts.map((metadata, i) => ({ url: `https://a${i}.example.com`, metadata }));
    for (const { url, metadata } of endpoints)
      await run(['endpoints', 'create', '--url', url, '--metadata', metadata]);
    write('a.yml', (await run(['export', 'endpoints'])).stdout);
    expect((await run(['diff', '-f', 'a.yml'])).exitCode).toBe(0);
    const found = await list('endpoints');
    expect(found.map(({ metadata }) => metadata).sort()).toEqual([...texts].sort());
  });
});
