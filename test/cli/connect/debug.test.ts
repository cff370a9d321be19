import { describe, expect, it } from 'vitest';
import { recordingService } from '../../client/recording-service.ts';
import { apiKey, errorBody } from '../../client/records.ts';
import { runCli } from '../../harness/run-cli.ts';

const metrics = ['event-destinations', 'create', '--target.metrics-target.api-key', 'env:SECRET'];
const others = ['--target.metrics-target.ddtags', 't', '--target.metrics-target.service', 's'];
const create = [...metrics, ...others, '--target.metrics-target.ddsite', 'x'];

describe('--debug', () => {
  it('tells of each request and answer with times, on stderr alone', async () => {
    const { baseUrl } = await recordingService({
      status: 201,
      headers: { 'Operation-Id': 'op_7' },
      body: { ...apiKey('ak_1'), token: 'canary-token' },
    });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'canary-key' };
    const { stdout, stderr } = await runCli(['api-keys', 'create', '--debug', '-o', 'json'], { env });
    // What was asked for is shown, and nowhere else.
    expect(JSON.parse(stdout).token).toBe('canary-token');
    expect(stderr).not.toContain('canary');
    const lines = stderr
      .replace(/\(20[\d-]+T[\d:.]+Z\)/, '(TIME)')
      .replace(/after \d+ ms/, 'after MS')
      .replaceAll(baseUrl, 'URL')
      .split('\n')
      .filter(
        (line) => !/User-Agent|Date:|Connection:|Keep-Alive|Content-Length|Transfer-Encoding/.test(line),
      );
    expect(lines.slice(0, 9)).toEqual([
      'debug: 1 > POST URL/api_keys  (TIME)',
      'debug: 1 > Accept: application/json',
      'debug: 1 > Authorization: Bearer <SECRET>',
      'debug: 1 > Service-Version: 2',
      'debug: 1 > Content-Type: application/json',
      'debug: 1 > {}',
      'debug: 1 < 201 after MS',
      expect.stringMatching(/^debug: 1 < (Content-Type|Operation-Id): /),
      expect.stringMatching(/^debug: 1 < (Content-Type|Operation-Id): /),
    ]);
    expect(lines[9]).toContain('"token":"<SECRET>"');
  });

  it.each(['canary-secret', 'x', '1'])(
    'masks a secret of any length, also where the answer repeats it: %s',
    async (secret) => {
      const { baseUrl, requests } = await recordingService({
        status: 400,
        headers: { 'X-Echo': `given ${secret}` },
        body: errorBody('ERR_INVALID_FIELD', 400, `the key ~${secret}~ is not taken`),
      });
      const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'canary-key', SECRET: secret };
      const { stderr } = await runCli([...create, '--debug'], { env });
      expect(requests[0]?.body).toMatchObject({ target: { metrics_target: { api_key: secret } } });
      expect(stderr).toContain('"api_key":"<SECRET>"');
      const debug = stderr
        .split('\n')
        .filter((line) => line.startsWith('debug: '))
        .join('\n');
      expect(debug).toContain('~<SECRET>~');
      expect(debug).toContain('X-Echo: given <SECRET>');
      expect(debug).not.toContain('canary');
    },
  );

  it('is switched on by the environment too, and says when no answer came', async () => {
    const env = {
      TUNNELCTL_BASE_URL: 'http://127.0.0.1:1',
      TUNNELCTL_API_KEY: 'canary',
      TUNNELCTL_DEBUG: '1',
    };
    const { stderr, exitCode } = await runCli(['endpoints', 'list', '--retries', '0'], { env });
    expect(exitCode).toBe(7);
    expect(stderr).toMatch(/^debug: 1 < cannot reach .* \(\d+ ms\)$/m);
    expect(stderr).not.toContain('canary');
  });

  it('shows the beginning of what is long', async () => {
    const { baseUrl } = await recordingService({ status: 500, body: 'x' });
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
    const argv = [
      'endpoints',
      'create',
      '--url',
      'https://a.example.com',
      '--metadata',
      'é'.repeat(2048),
      '--debug',
    ];
    const { stderr } = await runCli(
      [...argv, '--traffic-policy', `# ${'p'.repeat(5000)}\non_http_request: []`],
      { env },
    );
    expect(stderr).toMatch(/… \(\d+ characters more\)/);
    expect(Math.max(...stderr.split('\n').map(({ length }) => length))).toBeLessThan(4200);
    expect(stderr).toContain('(1 characters that are not JSON)');
  });
});
