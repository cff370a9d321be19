import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from '../../client/records.ts';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** What a list says at a base URL: as lines, and the code that a program gets. */
async function failureAt(baseUrl: string, more: string[] = []) {
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 's3cret', TUNNELCTL_RETRIES: '0' };
  const text = await runCli(['endpoints', 'list', ...more], { env });
  const object = await runCli(['endpoints', 'list', ...more, '-o', 'json'], { env });
  expect(text.stdout + object.stdout).toBe('');
  expect(text.stderr + object.stderr).not.toContain('s3cret');
  expect([text.exitCode, object.exitCode]).toEqual([7, 7]);
  const { error } = JSON.parse(object.stderr);
  expect(text.stderr).toBe(`error: ${error.message}\nhint: ${error.hint}\n`);
  return { code: error.code, message: error.message.replaceAll(baseUrl, 'BASE'), hint: error.hint };
}

/** A self-signed certificate for 127.0.0.1, made by openssl. */
function makeCertificate() {
  const directory = temporaryDirectory();
  const [key, cert] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
  const subject = ['-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...files, ...subject],
    {
      stdio: 'ignore',
    },
  );
  return { key: readFileSync(key), cert: readFileSync(cert), certFile: cert };
}

describe('when no answer comes, the error says what to do', () => {
  it('about a port where nothing listens', async () => {
    const closed = createServer();
    closed.listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const { port: free } = closed.address() as AddressInfo;
    closed.close();
    await once(closed, 'close');
    expect(await failureAt(`http://127.0.0.1:${free}`)).toEqual({
      code: 'NETWORK_REFUSED',
      message: 'cannot reach BASE: connection refused',
      hint: 'check the port of the base URL, and that the service runs there',
    });
  });

  it('about a host that has no address', async () => {
    expect(await failureAt('https://nowhere.invalid')).toEqual({
      code: 'NETWORK_DNS',
      message: 'cannot reach BASE: the host name is not known',
      hint: 'check the host of the base URL, and that this machine can resolve names',
    });
  });

  it('about a service that accepts and never answers', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {}));
    const port = await listen(silent);
    const failure = await failureAt(`http://127.0.0.1:${port}`, ['--timeout', '0.2']);
    expect(failure).toMatchObject({
      code: 'NETWORK_TIMEOUT',
      message: expect.stringContaining('cannot reach BASE: no complete answer within 0.2 s'),
      hint: expect.stringContaining('allow more time'),
    });
  });

  it('about a certificate that nobody here knows, and how to trust it', async () => {
    const { key, cert, certFile } = makeCertificate();
    const server = createTlsServer({ key, cert }, (_request, response) => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(page('endpoints', [])));
    });
    const baseUrl = `https://127.0.0.1:${await listen(server)}`;
    expect(await failureAt(baseUrl)).toEqual({
      code: 'NETWORK_TLS',
      message: 'cannot reach BASE: TLS failed (DEPTH_ZERO_SELF_SIGNED_CERT)',
      hint: expect.stringContaining('--ca-cert'),
    });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const trusting = await runCli(['endpoints', 'list', '--json', '--ca-cert', certFile], { env });
    expect(trusting).toEqual({ exitCode: 0, stdout: '[]\n', stderr: '' });
  });

  it('about another protocol on that port', async () => {
    const ssh = createServer((socket) => void socket.on('error', () => {}).end('SSH-2.0-OpenSSH_9.9\r\n'));
    const port = await listen(ssh);
    expect(await failureAt(`http://127.0.0.1:${port}`)).toMatchObject({
      code: 'NETWORK_PROTOCOL',
      hint: 'check the scheme (http or https) and the port of the base URL',
    });
  });
});
