import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { complete } from '../../../src/cli/completion/live/complete.ts';
import { processStreams } from '../../../src/cli/streams.ts';
import type { Clock } from '../../../src/client/clock.ts';
import { systemClock } from '../../../src/client/clock.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { runCli } from '../../harness/run-cli.ts';
import { servedDemo } from '../../harness/served-demo.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** Asks as a completion script does, at a time of the test's own. */
function asking(env: Record<string, string>) {
  const XDG_CACHE_HOME = temporaryDirectory();
  let ahead = 0;
  const clock: Clock = { now: () => Date.now() + ahead, sleep: systemClock.sleep };
  const streams = Object.create(processStreams(), {
    env: { value: { HOME: temporaryDirectory(), XDG_CACHE_HOME, ...env } },
    cwd: { value: XDG_CACHE_HOME },
    clock: { value: clock },
  });
  const directory = join(XDG_CACHE_HOME, 'tunnelctl/completion');
  return {
    directory,
    env: streams.env as Record<string, string>,
    later: (seconds: number) => {
      ahead += seconds * 1000;
    },
    files: () => (existsSync(directory) ? readdirSync(directory) : []),
    ask: (source: string, value = '', given: readonly string[] = [], words: readonly string[] = []) =>
      complete([source, value, ...given, '--', ...words], streams),
  };
}

const idsOf = (answer: string) => answer.split('\n').flatMap((line) => line.split('\t')[0] || []);

describe('an answer', () => {
  it('says beside each id which one it is, newest first, a line each', async () => {
    const { env } = await servedDemo();
    const { ask } = asking(env);
    const { linux, ssh } = demoIds.tunnelSessions;
    expect(await ask('endpoints', 'ep_3Kj')).toBe(
      `${demoIds.endpoints.api}\thttps://api.example.com  public API\n` +
        `${demoIds.endpoints.app}\thttps://app.example.com  web application\n`,
    );
    expect(idsOf(await ask('tunnel_sessions'))).toEqual(expect.arrayContaining([linux, ssh]));
    expect(idsOf(await ask('app/users'))).toContain(demoIds.applicationUsers.alice);
  });

  it('leaves out what the command line has already', async () => {
    const { env } = await servedDemo();
    const { ask } = asking(env);
    const { app, api } = demoIds.endpoints;
    expect(idsOf(await ask('endpoints', 'ep_3Kj', [app]))).toEqual([api]);
  });

  it('finds what no operation lists where records name it', async () => {
    const { env } = await servedDemo();
    const { ask } = asking(env);
    expect(idsOf(await ask('users'))).toContain(demoIds.users.admin);
    expect(idsOf(await ask('ssh_certificate_authorities'))).toContain(
      demoIds.sshCertificateAuthorities.users,
    );
  });

  it('finds what no operation lists in the service itself, if it is one of ours', async () => {
    const { env } = await servedDemo();
    const { ask } = asking(env);
    const { tcpEdges, httpsEdges, httpsEdgeRoutes, abuseReports, ipPolicies, users, bots } = demoIds;
    expect(await ask('edges/tcp')).toBe(`${tcpEdges.mail}\tmail relay\n${tcpEdges.database}\tdatabase\n`);
    expect(idsOf(await ask('edges/https'))).toEqual([httpsEdges.docs, httpsEdges.shop]);
    const routes = 'edges/https/{edge_id}/routes';
    expect(await ask(routes, '', [httpsEdges.shop])).toBe(
      `${httpsEdgeRoutes.shopApi}\t/api\n${httpsEdgeRoutes.shopRoot}\t/\n`,
    );
    expect(idsOf(await ask('abuse_reports'))).toContain(abuseReports.phishing);
    expect(idsOf(await ask('ip_policies'))).toEqual([ipPolicies.vpn, ipPolicies.office]);
    expect(idsOf(await ask('event_subscriptions'))).toContain(demoIds.eventSubscriptions.audit);
    expect(idsOf(await ask('users'))).toEqual(expect.arrayContaining([users.developer, bots.deploy]));
    expect(await ask('ssh_certificate_authorities')).toContain('\tlets people log in\n');
  });

  it('finds at any other service what its records name, and what this machine has used', async () => {
    const { env, call } = await servedDemo();
    // To whoever is no admin, the service shows no more than any other does.
    const { token } = await call('POST', '/api_keys', { owner_id: demoIds.users.developer });
    const { ask, env: home, later } = asking({ ...env, TUNNELCTL_API_KEY: String(token) });
    const { tcpEdges, httpsEdges, httpsEdgeRoutes, abuseReports } = demoIds;
    // The endpoints of edges name their edges, each of one kind.
    expect(idsOf(await ask('edges/tcp')).sort()).toEqual(Object.values(tcpEdges).sort());
    expect(idsOf(await ask('edges/https'))).toEqual([httpsEdges.docs, httpsEdges.shop]);
    expect(idsOf(await ask('ssh_certificate_authorities'))).toContain(
      demoIds.sshCertificateAuthorities.users,
    );
    expect(await ask('abuse_reports')).toBe('');
    const made = await runCli(
      ['abuse-reports', 'create', '--urls', 'https://phish.example.com', '-o', 'id'],
      { env: home },
    );
    await runCli(['abuse-reports', 'get', abuseReports.phishing], { env: home });
    const route = [httpsEdges.shop, httpsEdgeRoutes.shopRoot];
    await runCli(['edges', 'https', 'routes', 'user-agent-filter', 'get', ...route], { env: home });
    await runCli(['abuse-reports', 'get', 'abrp_absent'], { env: home });
    later(61);
    expect(await ask('abuse_reports')).toBe(
      [abuseReports.phishing, made.stdout.trim()]
        .map((id) => `${id}\tused before on this machine\n`)
        .join(''),
    );
    expect(idsOf(await ask('edges/https/{edge_id}/routes', '', [httpsEdges.shop]))).toEqual([
      httpsEdgeRoutes.shopRoot,
    ]);
    expect(await ask('edges/https/{edge_id}/routes', '', [httpsEdges.docs])).toBe('');
  });

  it('keeps each id that commands at the same time have used', async () => {
    const { env, call } = await servedDemo();
    const { token } = await call('POST', '/api_keys', { owner_id: demoIds.users.developer });
    const { ask, env: home } = asking({ ...env, TUNNELCTL_API_KEY: String(token) });
    const reports = await Promise.all(
      ['a', 'b', 'c', 'd', 'e'].map((name) =>
        runCli(['abuse-reports', 'create', '--urls', `https://${name}.example.com`, '-o', 'id'], {
          env: home,
        }),
      ),
    );
    const made = reports.map(({ stdout }) => stdout.trim());
    expect(idsOf(await ask('abuse_reports')).sort()).toEqual(made.sort());
  });

  it('is asked for again where what is kept of it is damaged', async () => {
    const { env } = await servedDemo();
    const { ask, directory, files } = asking(env);
    const whole = await ask('endpoints');
    const [name = ''] = files();
    const file = join(directory, name);
    const kept = readFileSync(file, 'utf8');
    const damages = [
      kept.replace('ep_', 'ep-'),
      kept.slice(0, -9),
      '',
      '[]',
      '{"freshUntil":9e15,"answers":[[7]]}',
    ];
    for (const damaged of damages) {
      writeFileSync(file, damaged);
      expect(await ask('endpoints')).toBe(whole);
      expect(readFileSync(file, 'utf8')).not.toBe(damaged);
    }
    rmSync(file);
    mkdirSync(join(file, 'a-folder-with-something-in-it'), { recursive: true });
    expect(await ask('endpoints')).toBe(whole);
  });

  it('is about the data file for the verbs of sandbox, unless the line names another service', async () => {
    const { env } = await servedDemo();
    const { ask, env: home, later } = asking({});
    const lines = ['sandbox', 'agents', 'disconnect'];
    expect(await ask('tunnel_sessions', '', [], lines)).toBe('');
    const session = await runCli(['sandbox', 'agents', 'connect', '--os', 'darwin', '-o', 'id'], {
      env: home,
    });
    later(61);
    expect(idsOf(await ask('tunnel_sessions', '', [], lines))).toEqual([session.stdout.trim()]);
    const named = [...lines, '--base-url', env.TUNNELCTL_BASE_URL, '--api-key', env.TUNNELCTL_API_KEY];
    expect(idsOf(await ask('tunnel_sessions', '', [], named))).toContain(demoIds.tunnelSessions.linux);
  });

  it('knows the event types of the subscription that is named', async () => {
    const { env } = await servedDemo();
    const { ask } = asking(env);
    const source = 'event_subscriptions/{subscription_id}/sources';
    const { audit, traffic } = demoIds.eventSubscriptions;
    expect(idsOf(await ask(source, '', [audit]))).toContain('api_key_created.v0');
    expect(idsOf(await ask(source, '', [traffic]))).not.toContain('api_key_created.v0');
  });

  it('comes from the profile, the base URL and the sandbox that the line names', async () => {
    const { env } = await servedDemo();
    const { ask, env: home } = asking({ TUNNELCTL_API_KEY: env.TUNNELCTL_API_KEY });
    mkdirSync(join(home.HOME ?? '', '.config/tunnelctl'), { recursive: true });
    const settings = { profiles: { demo: { 'base-url': env.TUNNELCTL_BASE_URL } } };
    writeFileSync(join(home.HOME ?? '', '.config/tunnelctl/settings.json'), JSON.stringify(settings));
    const file = join(home.HOME ?? '', 'own.db');
    const url = 'https://own.example.com';
    await runCli(['--sandbox', '--data', file, 'endpoints', 'create', '--url', url], { env: home });
    expect(await ask('profiles')).toBe(
      `demo\t${env.TUNNELCTL_BASE_URL}\nsandbox\tthe service in this process\n`,
    );
    expect(await ask('endpoints')).toBe('');
    expect(idsOf(await ask('endpoints', '', [], ['--profile', 'demo']))).toContain(demoIds.endpoints.app);
    expect(idsOf(await ask('endpoints', '', [], [`--base-url=${env.TUNNELCTL_BASE_URL}`]))).not.toEqual([]);
    expect(await ask('endpoints', '', [], ['--sandbox', '--data', file])).toContain(`\t${url}\n`);
    expect(await ask('endpoints', '', [], ['--profile', 'sandbox', '--data', file])).toContain(`\t${url}\n`);
  });

  it('makes no sandbox where there is none', async () => {
    const { ask, env } = asking({});
    expect(await ask('endpoints', '', [], ['--sandbox'])).toBe('');
    expect(existsSync(join(env.HOME ?? '', '.local'))).toBe(false);
  });

  it('is silent and empty whatever is wrong', async () => {
    const { ask } = asking({ TUNNELCTL_BASE_URL: 'no URL', TUNNELCTL_API_KEY: 'x' });
    expect(await ask('endpoints')).toBe('');
    expect(await ask('nonsense')).toBe('');
    expect(await ask('endpoints', '', [], ['--profile', 'unknown'])).toBe('');
    expect(await complete([], processStreams())).toBe('');
  });
});

describe('the memory of answers', () => {
  it('asks the service once a minute, and again after a write', async () => {
    const demo = await servedDemo();
    const { ask, later, files, env } = asking(demo.env);
    await ask('endpoints');
    await ask('endpoints', 'ep_');
    expect(demo.requests).toEqual(['GET /endpoints']);
    later(61);
    await ask('endpoints');
    expect(demo.requests).toHaveLength(2);
    expect(files()).toHaveLength(1);
    await runCli(['endpoints', 'list'], { env });
    expect(files()).toHaveLength(1);
    await runCli(['endpoints', 'create', '--url', 'https://new.example.com'], { env });
    expect(files()).toEqual([]);
    expect(await ask('endpoints')).toContain('\thttps://new.example.com\n');
  });

  it('is open to its owner alone, and holds no secret, not even in its names', async () => {
    const { env } = await servedDemo();
    const { ask, directory, files } = asking(env);
    for (const source of ['api_keys', 'event_destinations', 'ssh_credentials']) await ask(source);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(files()).toHaveLength(3);
    for (const name of files()) {
      expect(name).toMatch(/^[0-9a-f]{16}-[0-9a-f]{32}\.json$/);
      expect(statSync(join(directory, name)).mode & 0o777).toBe(0o600);
      const text = readFileSync(join(directory, name), 'utf8');
      expect(text).not.toContain(env.TUNNELCTL_API_KEY);
      expect(text).not.toContain('<SECRET>');
    }
  });

  it('keeps accounts apart', async () => {
    const { env } = await servedDemo();
    const { ask } = asking(env);
    await ask('endpoints');
    expect(await ask('endpoints', '', [], ['--api-key', 'ak_of_somebody_else'])).toBe('');
  });

  it('gives the last answer when the service fails, and does not ask again at once', async () => {
    let isWell = true;
    const demo = await servedDemo(() => {
      if (!isWell) throw new Error('down');
    });
    process.on('unhandledRejection', ignore);
    onTestFinished(() => void process.off('unhandledRejection', ignore));
    const { ask, later } = asking(demo.env);
    const answer = await ask('endpoints');
    isWell = false;
    later(61);
    expect(await ask('endpoints')).toBe(answer);
    isWell = true;
    expect(await ask('endpoints')).toBe(answer);
    expect(demo.requests).toHaveLength(1);
    later(6);
    expect(await ask('endpoints')).toBe(answer);
    expect(demo.requests).toHaveLength(2);
  });

  it('waits a second at most for a service that does not answer', async () => {
    const server = createServer(() => {}).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.close();
      server.closeAllConnections();
    });
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const { ask } = asking({ TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'key' });
    const start = performance.now();
    expect(await ask('endpoints')).toBe('');
    // A request of any other command is given up on after 30 s.
    expect(performance.now() - start).toBeGreaterThan(990);
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it('works without a place to keep anything', async () => {
    const { env } = await servedDemo();
    const { ask, env: home } = asking(env);
    writeFileSync(join(home.XDG_CACHE_HOME ?? '', 'tunnelctl'), '');
    expect(idsOf(await ask('endpoints'))).toContain(demoIds.endpoints.app);
  });
});

function ignore(): void {}
