import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

/** A sandbox of its own, and the command lines that run against it. */
function sandbox() {
  const home = temporaryDirectory();
  const run = (...argv: string[]) => runCli(['--sandbox', ...argv], { env: { HOME: home }, cwd: home });
  return { home, run };
}

const create = ['kubernetes-operators', 'create', '--enabled-features', 'bindings'];
const selector = '--binding.endpoint-selectors';

/** The lines that say what is wrong and what to do, without the id of the request. */
const firstLines = (stderr: string) => stderr.split('\n').slice(0, 2);

describe('a member that only the service can judge', () => {
  it('is refused by its flag, which of its values it is, and why', async () => {
    const { run } = sandbox();
    const { exitCode, stderr } = await run(...create, selector, 'true', selector, 'endpoint.url');
    expect(exitCode).toBe(8);
    expect(firstLines(stderr)).toEqual([
      'error: --binding.endpoint-selectors value 2: "endpoint.url" is not a selector: it gives a string, ' +
        'not true or false (ERR_INVALID_FIELD)',
      'hint: correct --binding.endpoint-selectors',
    ]);
  });

  it('is refused in the same words in an update, with a long value cut', async () => {
    const { run } = sandbox();
    const { stdout } = await run(...create, '-o', 'id');
    const long = `endpoint.port${' - 1'.repeat(300)} == 1`;
    const { exitCode, stderr } = await run('kubernetes-operators', 'update', stdout.trim(), selector, long);
    expect(exitCode).toBe(8);
    expect(firstLines(stderr)[0]).toBe(
      `error: --binding.endpoint-selectors value 1: "${long.slice(0, 59)}…" chains more than 250 operators, ` +
        'members or calls; make it shorter (ERR_INVALID_FIELD)',
    );
  });

  it('is named for programs as the flag too', async () => {
    const { run } = sandbox();
    const { stderr } = await run(...create, selector, '1 / 0 == 1', '-o', 'json');
    expect(JSON.parse(stderr).error).toMatchObject({
      code: 'ERR_INVALID_FIELD',
      message:
        '--binding.endpoint-selectors value 1: "1 / 0 == 1" is not a selector: a part of it always fails: ' +
        'int divide by zero',
      status: 400,
      field: '--binding.endpoint-selectors',
    });
  });

  it('is named with the line of the file that it came from', async () => {
    const { home, run } = sandbox();
    const body =
      'enabled_features: [bindings]\nbinding:\n  endpoint_selectors:\n    - "true"\n    - endpoint.url\n';
    writeFileSync(join(home, 'operator.yml'), body);
    const { stderr } = await run('kubernetes-operators', 'create', '--from-file', 'operator.yml');
    expect(firstLines(stderr)[0]).toBe(
      'error: operator.yml line 5: binding.endpoint_selectors[1]: "endpoint.url" is not a selector: ' +
        'it gives a string, not true or false (ERR_INVALID_FIELD)',
    );
  });

  it('that is a document is named with its own line', async () => {
    const { run } = sandbox();
    const policy = 'on_http_request:\n  - expressions: [req.method]\n    actions: [{type: deny}]\n';
    const argv = ['endpoints', 'create', '--url', 'https://app.example.com', '--traffic-policy', policy];
    const { stderr } = await run(...argv);
    expect(firstLines(stderr)[0]).toBe(
      'error: --traffic-policy line 2: on_http_request rule 1, expression 1: "req.method": it gives a string, ' +
        'not true or false (ERR_INVALID_FIELD)',
    );
  });
});

it('a selector that is too costly is named by the list that asks it, at once', async () => {
  const { run } = sandbox();
  const costly = "endpoint.metadata.matches('[^c]*a[ab]{900}[^ab]')";
  const { stdout: operator } = await run(...create, selector, costly, '-o', 'id');
  const endpoint = ['endpoints', 'create', '--url', 'https://app.example.com', '--bindings', 'kubernetes'];
  const { stdout: id } = await run(...endpoint, '--metadata', 'ab'.repeat(2000), '-o', 'id');
  const list = ['kubernetes-operators', 'list-bound-endpoints', operator.trim()];
  const message = `binding.endpoint_selectors[0]: "${costly}" takes too many steps, asked of ${id.trim()}`;
  const text = await run(...list);
  expect(text.exitCode).toBe(6);
  expect(firstLines(text.stderr)[0]).toBe(`error: ${message} (ERR_EXPRESSION_TOO_COSTLY)`);
  const json = await run(...list, '-o', 'json');
  expect(JSON.parse(json.stderr).error).toMatchObject({
    code: 'ERR_EXPRESSION_TOO_COSTLY',
    status: 503,
    message,
    field: 'binding.endpoint_selectors[0]',
  });
  const { stdout } = await run('explain', 'ERR_EXPRESSION_TOO_COSTLY', '-o', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ status: 503, retry: false });
});
