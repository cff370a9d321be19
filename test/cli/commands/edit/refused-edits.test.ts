import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { demoIds } from '../../../../src/contract/examples/demo-ids.ts';
import { recordingService } from '../../../client/recording-service.ts';
import { endpoint } from '../../../client/records.ts';
import { runCli } from '../../../harness/run-cli.ts';
import { openAccount, scriptedEditor } from './scripted-editor.ts';

const { app } = demoIds.endpoints;
const { production } = demoIds.kubernetesOperators;

/** What stands at the head of a text, our lines alone. */
const complaintIn = (text = '') =>
  text
    .split('\n')
    .filter((line) => line.startsWith('#!'))
    .map((line) => line.slice(2).trim());

const toCorrect = 'Nothing was changed. Correct it and save, or save it as it is to give up.';

/** The file that an error names. */
const keptIn = (stderr: string) => /what you wrote is kept in (\S+\.yml)/.exec(stderr)?.[1] ?? '';

describe('a mistake', () => {
  it('opens the same text again under what is wrong and where, until it is right', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(
      `sed -i 's/^metadata:.*/metadata: "{/' "$1"`,
      `sed -i 's/^metadata:.*/metadata: 5/; s/^pooling_enabled:.*/poolingenabled: true/' "$1"`,
      `sed -i 's/^metadata:.*/metadata: m/; s/^poolingenabled/pooling_enabled/' "$1"`,
    );
    const { exitCode, stdout } = await account.edit(`endpoints ${app} -o id`, editor);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: `${app}\n` });
    const [first = '', second = '', third = ''] = editor.seen();
    expect(complaintIn(first)).toEqual([]);
    const lineOf = (text: string, line: string) => text.split('\n').indexOf(line) + 1;
    expect(complaintIn(second)).toEqual([
      expect.stringMatching(/^line \d+: is neither JSON nor YAML: /),
      '',
      toCorrect,
    ]);
    expect(second.split('\n').slice(3)).toEqual(first.replace(/^metadata:.*$/m, 'metadata: "{').split('\n'));
    expect(complaintIn(third)).toEqual([
      `line ${lineOf(third, 'metadata: 5')}: metadata must be a string, not a whole number`,
      `line ${lineOf(third, 'poolingenabled: true')}: "poolingenabled" is not a member of the body; did you mean pooling_enabled?`,
      'hint: the body takes url, traffic_policy, description, metadata, bindings, pooling_enabled',
      '',
      toCorrect,
    ]);
    expect(account.changes().map(({ body }) => body)).toEqual([{ metadata: 'm', pooling_enabled: true }]);
    expect(account.left()).toEqual([]);
  });

  it('is a policy that none can be, too', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(
      `sed -i '/^traffic_policy:/,/^# what it is for/c traffic_policy: |\\n  on_http_reqest: []\\n' "$1"`,
      `sed -i s/on_http_reqest/on_http_request/ "$1"`,
    );
    expect(await account.edit(`endpoints ${app} -o id`, editor)).toMatchObject({ exitCode: 0 });
    const [, second = ''] = editor.seen();
    const line = second.split('\n').indexOf('  on_http_reqest: []') + 1;
    expect(complaintIn(second)[0]).toMatch(new RegExp(`^line ${line}: traffic_policy .*on_http_reqest`));
    expect(account.changes().map(({ body }) => body)).toEqual([{ traffic_policy: 'on_http_request: []\n' }]);
  });

  it('is a name with nothing behind it: nobody says that all is meant', async () => {
    const account = await openAccount();
    const { laptop } = demoIds.sshCredentials;
    const editor = scriptedEditor(`sed -i '/^  - /d; s/^acl:.*/acl:/' "$1"`, 'true');
    const { exitCode } = await account.edit(`ssh-credentials ${laptop}`, editor);
    expect(exitCode).toBe(2);
    expect(complaintIn(editor.seen()[1]).slice(0, 2)).toEqual([
      expect.stringMatching(/^line \d+: acl must be a list, not null$/),
      'hint: write "" for an empty text, [] for an empty list; remove the name to leave it as it is',
    ]);
    expect(account.changes()).toEqual([]);
  });

  it('that the service finds opens the text again as well', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(
      `sed -i '/^  endpoint_selectors:/,/^$/c \\  endpoint_selectors: ["endpoint.url =="]' "$1"`,
      `sed -i 's/endpoint.url ==/true/' "$1"`,
    );
    expect(await account.edit(`kubernetes-operators ${production} -o id`, editor)).toMatchObject({
      exitCode: 0,
    });
    expect(complaintIn(editor.seen()[1])[0]).toMatch(/^line \d+: binding\.endpoint_selectors\[0\]/);
    expect(account.changes().map(({ body }) => body)).toEqual([
      { binding: { endpoint_selectors: ['endpoint.url =='] } },
      { binding: { endpoint_selectors: ['true'] } },
    ]);
  });

  it('that is given up ends with it, and the text is kept for another command', async () => {
    const account = await openAccount();
    const taken = scriptedEditor(
      `sed -i 's|^url:.*|url: https://billing.internal|; s/^bind.*/bindings: [internal]/; /^  - /d' "$1"`,
      'true',
    );
    await account.call('POST', '/endpoints', { url: 'https://billing.internal' }).catch(() => {});
    const made = await account.call('POST', '/endpoints', { url: 'https://mine.example.com' });
    const { exitCode, stdout, stderr } = await account.edit(`endpoints ${made.id}`, taken);
    expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
    expect(stderr).toContain('(ERR_ENDPOINT_URL_TAKEN)');
    const path = keptIn(stderr);
    expect(stderr).toContain(`; tunnelctl endpoints update ${made.id} --from-file takes it\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe(taken.seen()[1]);
    await account.call('DELETE', `/endpoints/${demoIds.endpoints.app}`);
    const words = [
      'endpoints',
      'update',
      String(made.id),
      '--from-file',
      path,
      '--url',
      'https://b.internal',
    ];
    expect(await runCli([...words, '-o', 'id'], { env: account.env })).toMatchObject({ exitCode: 0 });
  });

  it('is an error at once where nobody can correct it', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(`sed -i 's/^pooling_enabled:.*/pooling_enabled: perhaps/' "$1"`);
    const { exitCode, stderr } = await account.edit(`endpoints ${app}`, editor, { isTTY: false });
    const text = readFileSync(keptIn(stderr), 'utf8');
    const line = text.split('\n').indexOf('pooling_enabled: perhaps') + 1;
    expect({ exitCode, first: stderr.split('\n')[0] }).toEqual({
      exitCode: 2,
      first: `error: line ${line}: pooling_enabled must be a boolean, not a string`,
    });
    expect(editor.seen()).toHaveLength(1);
  });

  it('is forgotten with a text that is emptied', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(`sed -i 's/^pooling_enabled:.*/pooling_enabled: 1/' "$1"`, ': > "$1"');
    expect(await account.edit(`endpoints ${app}`, editor)).toEqual({
      exitCode: 0,
      stdout: '',
      stderr: 'edit cancelled, nothing was changed\n',
    });
    expect(account.left()).toEqual([]);
  });
});

describe('what cannot be sent', () => {
  it('is kept when no answer comes that can be understood', async () => {
    const { baseUrl } = await recordingService(({ method }) =>
      method === 'GET' ? { body: endpoint('ep_1') } : { status: 503, body: {} },
    );
    const account = await openAccount();
    const editor = scriptedEditor(`sed -i 's/^description:.*/description: mine/' "$1"`);
    const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_RETRIES: '0' };
    const { exitCode, stderr } = await account.edit('endpoints ep_1', editor, { env });
    expect(exitCode).toBe(7);
    expect(editor.seen()).toHaveLength(1);
    expect(readFileSync(keptIn(stderr), 'utf8')).toContain('\ndescription: mine\n');
  });

  it('is kept when the object is gone', async () => {
    let served: Awaited<ReturnType<typeof openAccount>> | undefined;
    let looks = 0;
    const account = await openAccount(async (request) => {
      if (request === `GET /endpoints/${app}` && ++looks === 2)
        await served?.call('DELETE', `/endpoints/${app}`);
    });
    served = account;
    const step = `sed -i 's/^description:.*/description: mine/' "$1"`;
    const { exitCode, stderr } = await account.edit(`endpoints ${app}`, scriptedEditor(step));
    expect(exitCode).toBe(3);
    expect(readFileSync(keptIn(stderr), 'utf8')).toContain('\ndescription: mine\n');
  });

  it('is kept when the command is asked to end while the editor is open', async () => {
    const account = await openAccount();
    const editor = scriptedEditor(`sed -i 's/^description:.*/description: mine/' "$1"; exec sleep 600`);
    const running = account.start(`endpoints ${app}`, editor);
    await expect.poll(() => editor.seen()).toHaveLength(1);
    const [folder = ''] = account.left();
    const path = `${process.env.TMPDIR}/${folder}/endpoints-${app}.yml`;
    await expect.poll(() => readFileSync(path, 'utf8')).toContain('description: mine');
    // What Ctrl-C means while the editor has the terminal is the editor's matter.
    running.signal('SIGINT');
    running.signal('SIGTERM');
    const { exitCode, stderr } = await running.outcome;
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 130, stderr: expect.stringContaining(path) });
    expect(account.changes()).toEqual([]);
  });

  it('is kept when Ctrl-C ends the wait for the answer', async () => {
    let signal = () => {};
    let isHeld = false;
    const account = await openAccount(async (request) => {
      if (!request.startsWith('PATCH')) return;
      isHeld = true;
      signal();
      await new Promise((resolve) => setTimeout(resolve, 60_000).unref());
    });
    const editor = scriptedEditor(`sed -i 's/^description:.*/description: mine/' "$1"`);
    const running = account.start(`endpoints ${app}`, editor);
    signal = () => running.signal('SIGINT');
    const { exitCode, stderr } = await running.outcome;
    expect({ isHeld, exitCode }).toEqual({ isHeld: true, exitCode: 130 });
    expect(stderr).toContain('error: interrupted: nobody knows whether the change was made\n');
    expect(readFileSync(keptIn(stderr), 'utf8')).toContain('description: mine');
  });
});

describe('a change of somebody else meanwhile', () => {
  /** Somebody changes the endpoint between the opening of the editor and the next look at the record. */
  async function withSomebody(change: object) {
    let served: Awaited<ReturnType<typeof openAccount>> | undefined;
    let looks = 0;
    served = await openAccount(async (request) => {
      if (request !== `GET /endpoints/${app}` || ++looks !== 2) return;
      await served?.call('PATCH', `/endpoints/${app}`, change);
    });
    return served;
  }

  const mine = `sed -i 's/^description:.*/description: mine/' "$1"`;

  it('is told, and nothing is sent before somebody agrees; then both changes hold', async () => {
    const account = await withSomebody({ description: 'theirs', metadata: 'theirs too' });
    const editor = scriptedEditor(mine, `sed -i '/^#!/d' "$1"`);
    const { exitCode, stdout } = await account.edit(`endpoints ${app} -o json`, editor);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ description: 'mine', metadata: 'theirs too' });
    const [, second = ''] = editor.seen();
    expect(complaintIn(second)).toEqual([
      'somebody else has changed it meanwhile (description, metadata):',
      expect.stringMatching(/^description: ".*" -> "theirs"$/),
      'metadata: (nothing) -> "theirs too"',
      '',
      'Nothing was changed. Below are their values, and yours where you changed something.',
      'Remove these lines and save to send yours, or save it as it is to give up.',
    ]);
    expect(second).toMatch(/^description: mine$/m);
    expect(second).toMatch(/^metadata: theirs too$/m);
    expect(account.changes().map(({ body }) => body)).toEqual([{ description: 'mine' }]);
  });

  it('is a conflict where it is given up, or nobody is there', async () => {
    for (const isTTY of [true, false]) {
      const account = await withSomebody({ traffic_policy: '' });
      const editor = scriptedEditor(mine, 'true');
      const { exitCode, stdout, stderr } = await account.edit(`endpoints ${app}`, editor, { isTTY });
      expect({ exitCode, stdout }).toEqual({ exitCode: 5, stdout: '' });
      expect(stderr).toContain('error: somebody else has changed it meanwhile (traffic_policy):\n');
      expect(stderr).toContain(
        'hint: run the command again to start from what is there now; what you wrote is kept in ',
      );
      expect(readFileSync(keptIn(stderr), 'utf8')).toContain('\ndescription: mine\n');
      expect(account.changes()).toEqual([]);
    }
  });
});
