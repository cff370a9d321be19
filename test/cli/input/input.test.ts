import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingService } from '../../client/recording-service.ts';
import { runCli, type Surroundings } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** The request that a command line makes. */
async function requestOf(argv: readonly string[], surroundings: Surroundings = {}) {
  const { baseUrl, requests } = await recordingService({ status: 500 });
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', ...surroundings.env };
  const { stderr } = await runCli(argv, { ...surroundings, env });
  expect(requests, stderr).toHaveLength(1);
  return requests[0];
}

async function bodyOf(line: string, surroundings?: Surroundings) {
  return (await requestOf(line.split(' '), surroundings))?.body;
}

/** What a command line says when it is refused before any request. */
async function refusalOf(argv: readonly string[], surroundings: Surroundings = {}): Promise<string> {
  const { baseUrl, requests } = await recordingService({ status: 500 });
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', ...surroundings.env };
  const { exitCode, stdout, stderr } = await runCli(argv, { ...surroundings, env });
  expect({ exitCode, stdout, requests }).toEqual({ exitCode: 2, stdout: '', requests: [] });
  return stderr;
}

const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAPpjdA/U47AlEAaBb5bB0TZTSInoYZlfDB/997JHNvn alice@laptop';

describe('flags', () => {
  it('become members, nested where they have dots, and only those given', async () => {
    const line =
      'kubernetes-operators update k8sop_1 --deployment.version 1.5.0 --binding.endpoint-selectors true --region eu';
    expect(await bodyOf(line)).toEqual({
      deployment: { version: '1.5.0' },
      binding: { endpoint_selectors: ['true'] },
      region: 'eu',
    });
  });

  it('repeat for lists and maps', async () => {
    const argv = ['ssh-user-certificates', 'create', '--ssh-certificate-authority-id', 'sshca_1'];
    argv.push('--public-key', key, '--principals', 'alice', '--principals', 'bob');
    argv.push(
      '--critical-options',
      'force-command=ls -l=x',
      '--critical-options=source-address=192.0.2.0/24',
    );
    expect((await requestOf(argv))?.body).toEqual({
      ssh_certificate_authority_id: 'sshca_1',
      public_key: key,
      principals: ['alice', 'bob'],
      critical_options: { 'force-command': 'ls -l=x', 'source-address': '192.0.2.0/24' },
    });
  });

  it('empty a text with an empty value, a list with [] and a map with {}', async () => {
    expect(await bodyOf('ssh-credentials update x --acl [] --description=')).toEqual({
      acl: [],
      description: '',
    });
    const argv = ['ssh-user-certificates', 'create', '--ssh-certificate-authority-id', 'sshca_1'];
    argv.push('--public-key', key, '--principals', 'alice', '--extensions', '{}');
    expect((await requestOf(argv))?.body).toMatchObject({ extensions: {} });
  });

  it('ask for what an empty list stands for by its word', async () => {
    expect(await bodyOf('ssh-credentials update x --acl *')).toEqual({ acl: ['*'] });
    for (const resource of ['ssh-user-certificates', 'ssh-host-certificates']) {
      const argv = [resource, 'create', '--ssh-certificate-authority-id', 'sshca_1', '--public-key', key];
      expect((await requestOf([...argv, '--principals', '*']))?.body).toMatchObject({ principals: [] });
    }
  });

  it.each([
    ['--pooling-enabled', true],
    ['--no-pooling-enabled', false],
    ['--pooling-enabled=true', true],
    ['--pooling-enabled=false', false],
  ])('switch with %s, whatever follows', async (flag, value) => {
    const request = await requestOf(['endpoints', 'update', flag, 'ep_1']);
    expect(request).toMatchObject({ target: '/endpoints/ep_1', body: { pooling_enabled: value } });
  });

  it('take values that look like options, and leave them as they are', async () => {
    const argv = [
      'endpoints',
      'update',
      'ep_1',
      '--description',
      '--pooling-enabled=false',
      '--metadata',
      '-o',
    ];
    expect((await requestOf(argv))?.body).toEqual({ description: '--pooling-enabled=false', metadata: '-o' });
  });

  it('may be left out where nothing is required', async () => {
    expect(await bodyOf('api-keys create')).toEqual({});
    expect(await bodyOf('event-sources update esb_1 a_b.v0')).toEqual({});
  });
});

describe('a text', () => {
  it('is the content of a file after @, without its last line break', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'notes.txt'), 'zwei\nZeilen\n\n');
    expect(await bodyOf('api-keys create --metadata @notes.txt', { cwd })).toEqual({
      metadata: 'zwei\nZeilen\n',
    });
    const env = { HOME: cwd };
    expect(await bodyOf('api-keys create --metadata @~/notes.txt', { env })).toEqual({
      metadata: 'zwei\nZeilen\n',
    });
  });

  it('is stdin after @-, and starts with @ after @@', async () => {
    const line = 'api-keys create --metadata @- --description @@home';
    expect(await bodyOf(line, { stdin: '{}\r\n' })).toEqual({ metadata: '{}', description: '@home' });
  });

  it('comes from a file in lists and maps too', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'rule'), 'bind:a.example.com\n');
    expect(await bodyOf('ssh-credentials update x --acl @rule --acl *', { cwd })).toEqual({
      acl: ['bind:a.example.com', '*'],
    });
  });

  it.each<[string, string[], string]>([
    [
      'a file is not there',
      ['--metadata', '@absent'],
      'error: --metadata cannot read the file absent: no such file or directory\n' +
        'hint: a value that starts with @ names a file; write @@ in front of a text that starts with @\n',
    ],
    [
      'a file is a directory',
      ['--metadata', '@.'],
      'error: --metadata cannot read the file .: it is a directory\n' +
        'hint: a value that starts with @ names a file; write @@ in front of a text that starts with @\n',
    ],
    [
      'a file is not text',
      ['--metadata', '@binary'],
      'error: --metadata cannot read binary: it is not UTF-8 text\n',
    ],
    [
      'stdin is asked for twice',
      ['--metadata', '@-', '--description', '@-'],
      'error: --description @- cannot read stdin, which --metadata @- already reads\n',
    ],
    [
      'no file is named',
      ['--metadata', '@'],
      'error: --metadata @ names no file; write @FILE, @- for stdin, or @@ for an @\n',
    ],
  ])('is refused when %s', async (_name, flags, stderr) => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
    expect(await refusalOf(['api-keys', 'create', ...flags], { cwd })).toBe(stderr);
  });
});

describe('input that the contract rules out is refused before any request', () => {
  it.each<[string, string]>([
    ['endpoints create', 'error: --url is required\n'],
    ['ssh-user-certificates create', 'error: --ssh-certificate-authority-id and --public-key are required\n'],
    [
      'event-destinations create',
      'error: one of --target.stream-target.*, --target.delivery-target.*, --target.log-target.*, ' +
        '--target.metrics-target.*, --target.cloud-logs-target.* is required\n',
    ],
    [
      'event-destinations create --target.log-target.auth.role.role-resource-name r',
      'error: --target.log-target.log-group-resource-name is required\n',
    ],
    [
      'endpoints update ep_1',
      'error: nothing to change; give at least one of --url, --traffic-policy, --description, --metadata, ' +
        '--bindings, --pooling-enabled\n',
    ],
    [
      'ssh-credentials update x --acl allow:x --acl bind:',
      'error: --acl "allow:x" is not a bind rule; write bind:<target>, for example bind:*.example.com\n' +
        '       --acl "bind:" is not a bind rule: the target is missing; write for example bind:*.example.com\n',
    ],
    [
      'ssh-credentials update x --acl=[] --acl=*',
      "error: --acl '[]' stands for the whole list; give it alone, or leave it out\n",
    ],
    [
      'ssh-user-certificates create --extensions permit-pty',
      'error: --extensions "permit-pty" is not key=value\nhint: for an empty value write permit-pty=\n',
    ],
    [
      'ssh-user-certificates create --extensions a= --extensions a=',
      'error: --extensions gives "a" more than once\n',
    ],
    [
      `api-keys create --description ${'x'.repeat(256)}`,
      'error: --description is 256 bytes long; at most 255 are allowed\n',
    ],
    ['endpoints list --limit 0', 'error: --limit "0" is not a whole number of 1 or more\n'],
    ['endpoints list --page-size 101', 'error: --page-size "101" is not a whole number from 1 to 100\n'],
    [
      'endpoints list -o xml',
      'error: --output "xml" is not one of table, wide, json, jsonl, yaml, csv, markdown, id, raw, none\n',
    ],
    ['endpoints list --timeout 0', 'error: --timeout must be at least 0.001\n'],
    ['endpoints list --timeout 0.0005', 'error: --timeout must be at least 0.001\n'],
    ['endpoints list --data x.db', 'error: --data is the file of the sandbox; give --sandbox as well\n'],
    ['endpoints get ..', 'error: <id> must not be ..\n'],
  ])('%s', async (line, stderr) => {
    expect(await refusalOf(line.split(' '))).toBe(stderr);
  });

  it('an empty argument, by the name that help has for it', async () => {
    expect(await refusalOf(['edges', 'tcp', 'ip-restriction', 'get', ''])).toBe(
      'error: <edge-id> must not be empty\n',
    );
  });
});

describe('a command line that cannot be understood', () => {
  it.each<[string, string]>([
    [
      'enpoints list',
      "error: unknown command 'enpoints'; did you mean tunnelctl endpoints list?\nhint: tunnelctl --help shows what it takes\n",
    ],
    [
      'endpoints craete',
      "error: unknown command 'craete'; did you mean tunnelctl endpoints create?\nhint: tunnelctl endpoints --help shows what it takes\n",
    ],
    [
      'endpoints list --ouput json',
      "error: unknown option '--ouput'; did you mean --output?\nhint: tunnelctl endpoints list --help shows what it takes\n",
    ],
    [
      'endpoints update x --pooling-enabled=maybe',
      'error: --pooling-enabled "maybe" is not true or false\nhint: tunnelctl endpoints update --help shows what it takes\n',
    ],
    [
      'edges https routes user-agent-filter get a',
      'error: <route-id> is required\nhint: tunnelctl edges https routes user-agent-filter get --help shows what it takes\n',
    ],
    [
      'endpoints update a b',
      'error: tunnelctl endpoints update takes one argument; leave out "b"\nhint: tunnelctl endpoints update --help shows what it takes\n',
    ],
    [
      'endpoints create --url',
      'error: --url needs a value\nhint: tunnelctl endpoints create --help shows what it takes\n',
    ],
  ])('%s', async (line, stderr) => {
    expect(await refusalOf(line.split(' '))).toBe(stderr);
  });
});

describe('the service', () => {
  it('is named by options in front of, between and behind the words, the last one counting', async () => {
    const { baseUrl, requests } = await recordingService({ status: 500 });
    const argv = ['--base-url', 'http://127.0.0.1:1', 'edges', '--api-key', 'a', 'tcp', 'ip-restriction'];
    await runCli([...argv, 'get', '--base-url', baseUrl, 'e', '--api-key=b']);
    expect(requests).toMatchObject([{ headers: { authorization: 'Bearer b' } }]);
  });

  it('gets a key from a file as well', async () => {
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'key'), 'token\n');
    const request = await requestOf(['endpoints', 'list', '--api-key', '@key'], { cwd });
    expect(request?.headers.authorization).toBe('Bearer token');
  });

  it('has to be set up', async () => {
    expect(await runCli(['endpoints', 'list'], { env: { TUNNELCTL_API_KEY: '' } })).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'error: no base URL and no API key to call the service with\n' +
        'hint: run tunnelctl login, set TUNNELCTL_BASE_URL and TUNNELCTL_API_KEY (or --base-url and --api-key), ' +
        'or add --sandbox to run against the service in this process\n',
    });
  });

  it('gets no key that no header can carry, and the key is not repeated', async () => {
    const stderr = await refusalOf(['endpoints', 'list', '--api-key', 'my\nkey']);
    expect(stderr).toBe(
      "warning: --api-key holds a secret in plain sight: the list of processes and the shell's history show it; " +
        'write @FILE, @- or env:NAME instead\n' +
        'error: API key holds a line break, a space or another character that no key has; ' +
        'copy it again, whole and alone\n',
    );
  });
});
