import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../harness/run-cli.ts';
import { servedDemo } from '../../../harness/served-demo.ts';
import { temporaryDirectory } from '../../../harness/temporary-directory.ts';

const right = 'on_http_request:\n  - actions:\n      - type: deny\n';
const wrong = `on_http_request:
  - expresions: ["true"]
    actions:
      - type: deny
        config: { status_code: 4000, x: 1 }
  - expressions: ["1 + 1", "req.hst == 'a'"]
    actions:
      - type: nope
      - {}
      - type: rate-limit
  - "no rule"
on_http_response:
  - actions: [{ type: deny }]
on_request: []
`;

/** Runs it beside these files. */
function validate(files: Readonly<Record<string, string>>, argv: readonly string[], stdin?: string) {
  const cwd = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  return runCli(['traffic-policy', 'validate', ...argv], { cwd, ...(stdin !== undefined && { stdin }) });
}

/** Place and beginning of each problem, as `2:5 on_http_request rule 1`. */
const outline = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => /^(?:[^:]*):(\d+:\d+): ([^:]*)/.exec(line)?.slice(1).join(' '));

describe('traffic-policy validate', () => {
  it('says everything that is wrong, where it stands, as editors read it', async () => {
    const { stdout, stderr, exitCode } = await validate({ 'a.yml': right, 'b.yml': wrong }, [
      'a.yml',
      'b.yml',
    ]);
    expect(exitCode).toBe(8);
    expect(outline(stdout)).toEqual([
      '2:5 on_http_request rule 1',
      '5:19 on_http_request rule 1, action 1 (deny)',
      '5:38 on_http_request rule 1, action 1 (deny)',
      '6:19 on_http_request rule 2, expression 1',
      '6:28 on_http_request rule 2, expression 2',
      '8:9 on_http_request rule 2, action 1',
      '9:9 on_http_request rule 2, action 2',
      '10:9 on_http_request rule 2, action 3 (rate-limit)',
      '11:5 on_http_request rule 3',
      '13:17 on_http_response rule 1, action 1',
      '14:1 the policy',
    ]);
    expect(stdout).toMatch(/^b\.yml:2:5: on_http_request rule 1: "expresions" is not a member here; /);
    expect(stderr).toBe('11 problems, in 1 of 2 policies\n');
  });

  it('says nothing on stdout where nothing is wrong, and an empty list to programs', async () => {
    expect(await validate({ 'a.yml': right }, ['a.yml'])).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'the policy is right\n',
    });
    expect(await validate({ 'a.yml': right }, ['a.yml', '-q'])).toMatchObject({ stdout: '', stderr: '' });
    expect(await validate({ 'a.yml': right }, ['a.yml', '-o', 'json'])).toMatchObject({
      exitCode: 0,
      stdout: '[]\n',
      stderr: '',
    });
  });

  it('gives programs file, line and column of each', async () => {
    const { stdout, exitCode } = await validate({}, ['-', '-o', 'json'], 'on_http_request:\n  - {}\n');
    expect(exitCode).toBe(8);
    expect(JSON.parse(stdout)).toEqual([
      { file: 'stdin', line: 2, column: 5, problem: 'on_http_request rule 1: actions is required' },
    ]);
    const shown = await validate({ 'b.yml': wrong }, ['b.yml', '-o', 'raw', '--columns', 'line']);
    expect(shown.stdout.split('\n').slice(0, 3)).toEqual(['2', '5', '5']);
  });

  it.each([
    ['empty', '', 1, 1, 'is empty; a policy without rules is written {}'],
    ['but a line break', '\n', 1, 1, 'is empty; a policy without rules is written {}'],
    ['nothing but comments', '# later\n\n  # more\n', 1, 1, 'is empty; a policy without rules is written {}'],
    ['cut short', 'a: [1\n', 2, 1, 'is neither JSON nor YAML'],
    ['saying one thing twice', 'on_http_request: []\non_http_request: []\n', 2, 1, 'twice'],
    ['with an alias', 'a: &x 1\nb: *x\n', 2, 4, 'must not have aliases'],
    ['a list', '[]\n', 1, 1, 'the policy: must be an object, not a list'],
    ['too long', `# ${'x'.repeat(70_000)}\n{}\n`, 1, 1, 'must be at most 65536 bytes'],
  ])('says why a text is none that is %s', async (_what, text, line, column, problem) => {
    const { stdout, exitCode } = await validate({}, ['-', '-o', 'json'], text);
    expect(exitCode).toBe(8);
    expect(JSON.parse(stdout)).toEqual([
      { file: 'stdin', line, column, problem: expect.stringContaining(problem) },
    ]);
  });

  it('says which phases the protocol of an endpoint has not', async () => {
    const { stdout } = await validate({ 'a.yml': right }, ['a.yml', '--protocol', 'tcp']);
    expect(stdout).toBe(
      'a.yml:1:1: on_http_request is not a phase of a tcp endpoint; it has on_tcp_connect\n',
    );
    expect((await validate({ 'a.yml': right }, ['a.yml', '--protocol', 'https'])).exitCode).toBe(0);
  });

  it('finds what the service says of the same text', async () => {
    const { call } = await servedDemo();
    const made = (await call('POST', '/endpoints', { url: 'https://judged.example.com' })) as { id: string };
    for (const text of [wrong, 'a: [1\n', 'on_tcp_connect: [{ actions: [{ type: redirect }] }]\n', '[]\n']) {
      const { stdout } = await validate({}, ['-', '-o', 'json'], text);
      const found = (JSON.parse(stdout) as { line: number; problem: string }[]).map(
        ({ line, problem }) => `line ${line}: ${problem}`,
      );
      const { msg } = (await call('PATCH', `/endpoints/${made.id}`, { traffic_policy: text })) as {
        msg: string;
      };
      expect(
        found.some((one) => msg.includes(one)),
        msg,
      ).toBe(true);
    }
  });

  it('reads all files before it judges one, and names the one that is not there', async () => {
    expect(await validate({ 'b.yml': wrong }, ['b.yml', 'none.yml'])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('cannot read the file none.yml: no such file or directory'),
    });
    expect(await validate({}, [])).toMatchObject({ exitCode: 2 });
  });

  it('lets nothing of a file reach the terminal as it stands', async () => {
    const { stdout } = await validate({}, ['-'], 'on_http_request: [{ "\\e[31mred": 1, actions: [] }]\n');
    expect(stdout).not.toContain('\u001b');
    expect(stdout).toContain('is not a member here');
  });
});
