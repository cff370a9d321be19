import { type Answer, type RecordedRequest, recordingService } from '../../client/recording-service.ts';
import { type Outcome, runCli, type Surroundings } from '../../harness/run-cli.ts';

/** A clock that stands still: three minutes after the records of the tests were made. */
export const clock = {
  now: () => Date.parse('2026-11-21T08:03:00Z'),
  sleep: () => new Promise<never>(() => {}),
};

/** What a command prints on a pipe and on a terminal. */
export interface Both {
  readonly pipe: Outcome;
  readonly terminal: Outcome;
  /** Method and target of each request of both runs. */
  readonly requests: readonly string[];
}

/** Runs a command line once as a pipe and once as a terminal without colours, against a service that answers so. */
export async function both(
  line: string | readonly string[],
  answer: Answer | ((request: RecordedRequest, baseUrl: string) => Answer),
  surroundings: Surroundings = {},
): Promise<Both> {
  const { baseUrl, requests } = await recordingService(answer);
  const argv = typeof line === 'string' ? line.split(' ') : line;
  const service = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k' };
  const run = (env: Record<string, string>, isTTY: boolean) =>
    runCli(argv, {
      clock,
      columns: 120,
      ...surroundings,
      isTTY,
      env: { ...service, ...env, ...surroundings.env },
    });
  const pipe = await run({}, false);
  const terminal = await run({ NO_COLOR: '1' }, true);
  return { pipe, terminal, requests: requests.map(({ method, target }) => `${method} ${target}`) };
}

/** The same as a terminal with colours. */
export async function coloured(
  line: string | readonly string[],
  answer: Answer,
  surroundings: Surroundings = {},
): Promise<Outcome> {
  const { baseUrl } = await recordingService(answer);
  const env = { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', ...surroundings.env };
  const argv = typeof line === 'string' ? line.split(' ') : line;
  return runCli(argv, { clock, columns: 120, isTTY: true, ...surroundings, env });
}
