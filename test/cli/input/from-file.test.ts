import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingService } from '../../client/recording-service.ts';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** Runs a command with a file `body.yml` beside it, or with that text on stdin. */
async function run(argv: readonly string[], text: string | Uint8Array, isStdin = false) {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'body.yml'), text);
  const { baseUrl, requests } = await recordingService({ status: 500 });
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', TUNNELCTL_RETRIES: '0' };
  const outcome = await runCli(argv, { cwd, env, ...(isStdin && { stdin: text }) });
  return { ...outcome, bodies: requests.map(({ body }) => body) };
}

const create = ['endpoints', 'create', '--from-file'];

describe('--from-file', () => {
  it('takes the whole body as YAML, texts as they are', async () => {
    const text = 'url: https://a.example.com\nmetadata: "@home"\nbindings: [public]\npooling_enabled: true\n';
    expect((await run([...create, 'body.yml'], text)).bodies).toEqual([
      { url: 'https://a.example.com', metadata: '@home', bindings: ['public'], pooling_enabled: true },
    ]);
  });

  it('takes JSON, from stdin too, indented with tabs or not', async () => {
    const body = { url: 'https://a.example.com', description: 'é "\u2028' };
    expect((await run([...create, '-'], JSON.stringify(body), true)).bodies).toEqual([body]);
    expect((await run([...create, '-'], JSON.stringify(body, null, '\t'), true)).bodies).toEqual([body]);
  });

  it('gives way to flags, member by member, however deep', async () => {
    const text = 'region: eu\ndeployment:\n  name: a\n  namespace: b\n';
    const flags = ['--deployment.name', 'c', '--binding.ingress-endpoint', 'x:1'];
    expect(
      (await run(['kubernetes-operators', 'create', '--from-file', 'body.yml', ...flags], text)).bodies,
    ).toEqual([
      { region: 'eu', deployment: { name: 'c', namespace: 'b' }, binding: { ingress_endpoint: 'x:1' } },
    ]);
  });

  it('may hold nothing but comments where nothing is required', async () => {
    expect((await run(['api-keys', 'create', '--from-file', 'body.yml'], '# nothing\n\n')).bodies).toEqual([
      {},
    ]);
  });

  it.each<[string, string, string]>([
    [
      'a member does not exist',
      'url: https://a.example.com\n\nurls: x\n',
      'body.yml line 3: "urls" is not a member of the body; did you mean url?',
    ],
    [
      'a value is not taken',
      'url: https://a.example.com\nbindings:\n  - public\n  - internal\n',
      'body.yml line 2: bindings has 2 items; at most 1 are allowed',
    ],
    ['something is not filled in', 'url: # fill in\n', 'body.yml line 1: url must be a string, not null'],
    ['a member is missing', 'description: x\n', '--url is required'],
    ['a key is there twice', 'url: a\nurl: b\n', '--from-file body.yml line 2: has the key "url" twice'],
    [
      'it has aliases',
      'a: &a [x, x]\nb: [*a, *a]\n',
      '--from-file body.yml line 2: must not have aliases such as "*a"',
    ],
    [
      'it is neither JSON nor YAML',
      'url: "x\n',
      '--from-file body.yml line 2: is neither JSON nor YAML: missing closing "quote',
    ],
    [
      'it is a list of something else',
      '- url\n',
      '--from-file body.yml line 1 must hold the members of the body: key: value, or a JSON object',
    ],
    [
      'it is larger than any request',
      `url: ${'x'.repeat(1_048_577)}`,
      '--from-file body.yml must be at most 1048576 bytes',
    ],
    [
      'a policy in it is wrong',
      'url: https://a.example.com\ntraffic_policy: |\n  on_http_request:\n    - actions: [{type: denny}]\n',
      'body.yml line 2: traffic_policy line 2: on_http_request rule 1, action 1: type: "denny" is not one of "add-headers", "basic-auth", "close-connection", "custom-response", "deny", "forward-internal", "jwt-validation", "log", "rate-limit", "redirect", "remove-headers", "restrict-ips", "set-vars", "url-rewrite"',
    ],
  ])('is refused before any request when %s', async (_name, text, message) => {
    const { exitCode, stderr, bodies } = await run([...create, 'body.yml'], text);
    expect({ exitCode, bodies }).toEqual({ exitCode: 2, bodies: [] });
    expect(stderr.split('\n')[0]).toBe(`error: ${message}`);
  });

  it('is refused when it is not there, not text, or shares stdin with a flag', async () => {
    expect((await run([...create, 'absent'], '')).stderr).toBe(
      'error: --from-file cannot read the file absent: no such file or directory\n',
    );
    expect((await run([...create, 'body.yml'], Buffer.from([0xff]))).stderr).toBe(
      'error: --from-file cannot read body.yml: it is not UTF-8 text\n',
    );
    expect((await run([...create, '-', '--metadata', '@-'], 'url: x', true)).stderr).toBe(
      'error: --metadata @- cannot read stdin, which --from-file - already reads\n',
    );
  });

  it('never has a value of it repeated that may be secret', async () => {
    const text = 'target:\n  metrics_target:\n    api_key: [canary]\n    ddtags: 5\n';
    const { stderr } = await run(['event-destinations', 'create', '--from-file', 'body.yml'], text);
    expect(stderr).toContain('body.yml line 3: target.metrics_target.api_key must be a string, not a list');
    expect(stderr).not.toContain('canary');
  });
});
