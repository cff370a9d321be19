import { describe, expect, it } from 'vitest';
import { catalogue } from '../../../../src/contract/index.ts';
import { ownerMembers } from '../../../../src/contract/schema/resource.ts';
import type { Answer, RecordedRequest } from '../../../client/recording-service.ts';
import { apiKey, endpoint, page } from '../../../client/records.ts';
import { both } from '../../output/both.ts';

const bot = { id: 'bot_1', uri: 'https://api.example.com/bot_users/bot_1' };

/** Two keys and two endpoints, one of each the bot's; the endpoints on two pages. */
const account: (request: RecordedRequest, baseUrl: string) => Answer = ({ target }, baseUrl) => {
  switch (target) {
    case '/endpoints':
      return {
        body: page(
          'endpoints',
          [endpoint('ep_2', { principal: bot })],
          `${baseUrl}/endpoints?before_id=ep_2`,
        ),
      };
    case '/endpoints?before_id=ep_2':
      return { body: page('endpoints', [endpoint('ep_1')]) };
    case '/api_keys':
      return { body: page('keys', [{ ...apiKey('ak_2', 'nightly'), owner_id: 'bot_1' }, apiKey('ak_1')]) };
    case '/kubernetes_operators':
      return { body: page('operators', []) };
    default:
      return { body: page('ssh_credentials', []) };
  }
};

const owned = (rest = '') => both(`owned-by bot_1${rest}`, account);

describe('owned-by', () => {
  it('shows what somebody owns across all kinds, and how much was looked through', async () => {
    const { pipe, terminal, requests } = await owned();
    expect(pipe).toEqual({
      exitCode: 0,
      stdout:
        'endpoints\tep_2\thttps://app.example.com  cloud  public\t2026-11-21T08:00:00Z\n' +
        'api-keys\tak_2\tnightly\t2026-11-21T08:00:00Z\n',
      stderr: '2 found, 4 looked through\n',
    });
    expect(terminal.stdout).toMatch(/^KIND +ID +WHAT +CREATED_AT\nendpoints +ep_2 /);
    expect(new Set(requests.map((request) => request.split(' ')[0]))).toEqual(new Set(['GET']));
  });

  it('prints ids of one kind for its delete', async () => {
    const { pipe, requests } = await owned(' --kind api-keys -o id');
    expect(pipe).toMatchObject({ stdout: 'ak_2\n', exitCode: 0 });
    expect(requests[0]).toBe('GET /api_keys');
  });

  it('narrows what it shows by conditions, and refuses members that it does not show', async () => {
    const { pipe } = await owned(' --where what~nightly');
    expect(pipe).toEqual({
      exitCode: 0,
      stdout: 'api-keys\tak_2\tnightly\t2026-11-21T08:00:00Z\n',
      stderr: '1 found, 4 looked through\n',
    });
    expect((await owned(' --where url~app')).pipe).toMatchObject({ exitCode: 2, stdout: '' });
  });

  it('prints records for programs', async () => {
    const { pipe } = await owned(' --kind api-keys -o json -q');
    expect({ ...pipe, stdout: JSON.parse(pipe.stdout) }).toEqual({
      exitCode: 0,
      stdout: [{ kind: 'api-keys', id: 'ak_2', what: 'nightly', created_at: '2026-11-21T08:00:00Z' }],
      stderr: '',
    });
  });

  it('says so when there is nothing, and refuses nobody and kinds that nobody owns', async () => {
    expect((await both('owned-by bot_9 --kind api-keys', account)).pipe).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'no records of bot_9 to show\n0 found, 2 looked through\n',
    });
    expect((await both(['owned-by', ''], account)).pipe).toMatchObject({ exitCode: 2, stdout: '' });
    const unknown = await owned(' --kind tunnels');
    expect(unknown.pipe.stderr).toContain(
      '--kind "tunnels" is not one of endpoints, ssh-credentials, api-keys',
    );
    expect(unknown.requests).toEqual([]);
  });

  it('knows every kind whose records refer to a user', () => {
    const kinds = catalogue.filter(
      ({ operation }) => operation.list && ownerMembers(operation.list.item).length > 0,
    );
    expect(kinds.map(({ name }) => name)).toEqual([
      'endpoints.list',
      'ssh-credentials.list',
      'api-keys.list',
      'kubernetes-operators.list',
      'kubernetes-operators.list-bound-endpoints',
    ]);
  });
});
