import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { complete } from '../../../src/cli/completion/live/complete.ts';
import { processStreams } from '../../../src/cli/streams.ts';
import type { Clock } from '../../../src/client/clock.ts';
import { demoIds } from '../../../src/contract/examples/demo-ids.ts';
import { servedDemo } from '../../harness/served-demo.ts';
import { hasTmux, openShell } from '../../harness/terminal.ts';
import {
  completeInBash,
  completeInFish,
  completeInZsh,
  type Home,
  isInstalled,
  makeHome,
  scripts,
} from './in-shells.ts';

const { app, api } = demoIds.endpoints;
const { audit } = demoIds.eventSubscriptions;

describe('in bash', () => {
  it('shows ids with what they are, and inserts the id alone when it is the only one', async () => {
    const { env } = await servedDemo();
    const home = makeHome(env);
    const several = await completeInBash('tunnelctl endpoints get ep_3Kj', home);
    expect(several).toEqual([
      expect.stringContaining(`${api}  (https://`),
      expect.stringContaining(`${app}  (https://`),
    ]);
    expect(await completeInBash(`tunnelctl endpoints get ${app.slice(0, -3)}`, home)).toEqual([app]);
  });

  it('offers an id of a batch once, and asks the account that the line names', async () => {
    const { env } = await servedDemo();
    const home = makeHome({
      TUNNELCTL_API_KEY: env.TUNNELCTL_API_KEY,
      TUNNELCTL_BASE_URL: 'http://127.0.0.1:1',
    });
    const line = `tunnelctl --base-url ${env.TUNNELCTL_BASE_URL} endpoints get ${app} ep_3Kj`;
    expect(await completeInBash(line, home, 37)).toEqual([api]);
  });
});

describe.skipIf(!hasTmux)('in bash at a terminal (skipped where there is no tmux)', () => {
  it('completes a word, lists ids with descriptions, and completes behind = and @', async () => {
    const { env } = await servedDemo();
    const home = makeHome(env);
    const terminal = await openShell(home.env, { columns: 160, cwd: home.directory });
    terminal.type(`source '${scripts.bash}'; clear`, 'Enter');
    await terminal.shows(/^ready>$/);
    terminal.type('tunnelctl endp', 'Tab', 'g', 'Tab', 'ep_3Kj', 'Tab', 'Tab');
    const screen = await terminal.shows(new RegExp(`${app} +\\(https://`));
    expect(screen).toContain('tunnelctl endpoints get ep_3Kj');
    terminal.type(
      'C-u',
      'tunnelctl --output=y',
      'Tab',
      'endpoints create --traffic-policy @polic',
      'Tab',
      'y',
      'Tab',
    );
    terminal.type('--description=@plan', 'Tab', '--data pla', 'Tab', 'x');
    await terminal.shows(
      'tunnelctl --output=yaml endpoints create --traffic-policy @policy.yml ' +
        '--description=@plan\\ one.yml --data plan\\ one.yml x',
    );
  });
});

describe.skipIf(!isInstalled('zsh'))('in zsh (skipped where there is no zsh)', () => {
  it('shows ids with what they are', async () => {
    const { env } = await servedDemo();
    const matches = await completeInZsh('tunnelctl endpoints get ep_3Kj', makeHome(env));
    expect(matches.map(([id]) => id)).toEqual([api, app]);
    expect(matches[1]?.[1]).toMatch(/^https:\/\//);
  });
});

describe.skipIf(!isInstalled('fish'))('in fish (skipped where there is no fish)', () => {
  it('shows ids with what they are', async () => {
    const { env } = await servedDemo();
    const matches = await completeInFish('tunnelctl endpoints get ep_3Kj', makeHome(env));
    expect(matches.map(([id]) => id)).toEqual([api, app]);
    expect(matches[1]?.[1]).toMatch(/^https:\/\//);
  });

  it('knows the event types of the subscription that is named', async () => {
    const { env } = await servedDemo();
    const matches = await completeInFish(`tunnelctl event-sources get ${audit} api_`, makeHome(env));
    expect(matches.map(([type]) => type)).toContain('api_key_created.v0');
  });
});

const shells = {
  bash: (line: string, home: Home) => completeInBash(line, home),
  zsh: async (line: string, home: Home) => (await completeInZsh(line, home)).map(([match]) => match),
  fish: async (line: string, home: Home) => (await completeInFish(line, home)).map(([match]) => match),
};

/** Has the answers to these sources kept where a shell's completion looks for them, however long they take. */
async function askBefore({ env }: Home, sources: readonly string[], given: readonly string[] = []) {
  const patient: Clock = { now: Date.now, sleep: () => new Promise(() => {}) };
  const streams = Object.create(processStreams(), { env: { value: env }, clock: { value: patient } });
  for (const source of sources) {
    expect(await complete([source, '', ...given, '--'], streams)).not.toBe('');
  }
}

describe.each(Object.entries(shells).filter(([shell]) => isInstalled(shell)))('in %s', (_, completeIn) => {
  it('completes what no operation lists, and never offers a dash', async () => {
    const { env } = await servedDemo();
    const home = makeHome(env);
    const { tcpEdges, httpsEdges, httpsEdgeRoutes, tunnelSessions, ipPolicies } = demoIds;
    // What is known already comes in time on the busiest machine.
    await askBefore(home, [
      ...['edges/tcp', 'abuse_reports', 'event_subscriptions', 'ssh_certificate_authorities', 'ip_policies'],
      ...['tunnel_sessions', 'endpoints'],
    ]);
    await askBefore(home, ['edges/https/{edge_id}/routes'], [httpsEdges.shop]);
    const idsAt = async (line: string) =>
      (await completeIn(`tunnelctl ${line} `, home)).map((match) => match.split(' ')[0]).sort();
    expect(await idsAt('edges tcp ip-restriction get')).toEqual(Object.values(tcpEdges).sort());
    expect(await idsAt('edges tcp ip-restriction delete')).toEqual(Object.values(tcpEdges).sort());
    expect(await idsAt(`edges https routes user-agent-filter get ${httpsEdges.shop}`)).toEqual(
      [httpsEdgeRoutes.shopApi, httpsEdgeRoutes.shopRoot].sort(),
    );
    expect(await idsAt('abuse-reports get')).toEqual(Object.values(demoIds.abuseReports).sort());
    expect(await idsAt('abuse-reports wait')).toEqual(Object.values(demoIds.abuseReports).sort());
    expect(await idsAt('sandbox abuse-reports process')).toEqual(Object.values(demoIds.abuseReports).sort());
    expect(await idsAt('event-sources list')).toEqual(Object.values(demoIds.eventSubscriptions).sort());
    expect(await idsAt('ssh-user-certificates create --ssh-certificate-authority-id')).toEqual(
      expect.arrayContaining(Object.values(demoIds.sshCertificateAuthorities)),
    );
    expect(await idsAt(`edges tcp ip-restriction replace ${tcpEdges.mail} --ip-policy-ids`)).toEqual(
      Object.values(ipPolicies).sort(),
    );
    expect(await idsAt('sandbox agents disconnect')).toEqual(Object.values(tunnelSessions).sort());
    expect(await idsAt('sandbox agents offer-update')).toEqual(Object.values(tunnelSessions).sort());
    for (const line of [
      'endpoints delete',
      'tunnel-sessions stop',
      'sandbox import',
      'sandbox export --out',
    ]) {
      expect(await idsAt(line)).not.toContain('-');
    }
  });

  it('runs nothing of what descriptions and profiles hold', async () => {
    const { env, call } = await servedDemo();
    const home = makeHome(env);
    const trap = join(home.directory, 'trap');
    const hostile = `$(touch ${trap}) \`touch ${trap}\` '; touch ${trap} #\\u001b[31m: \\n | %s`;
    for (const name of ['one', 'two'])
      await call('POST', '/api_keys', { description: `${name} ${hostile}\n${hostile}` });
    const ids = await completeIn('tunnelctl api-keys get ak_', home);
    expect(ids.length).toBeGreaterThan(3);
    expect(ids.every((id) => /^ak_\w+( |$)/.test(id))).toBe(true);
    mkdirSync(join(home.directory, '.config/tunnelctl'), { recursive: true });
    const settings = {
      profiles: { [`$(touch ${trap})`]: { 'base-url': hostile }, work: { 'base-url': hostile } },
    };
    writeFileSync(join(home.directory, '.config/tunnelctl/settings.json'), JSON.stringify(settings));
    const profiles = await completeIn('tunnelctl --profile ', home);
    expect(profiles.map((profile) => profile.split(' ')[0])).toEqual(['work', 'sandbox']);
    expect(existsSync(trap)).toBe(false);
  });
});
