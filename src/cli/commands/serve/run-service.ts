import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../../files/leftovers.ts';
import type { RunningService, ServeOptions } from '../../../hosting/serve.ts';
import { dataFile } from '../../connect/data-file.ts';
import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors/cli-error.ts';
import { isSystemError, systemProblem } from '../../errors/system-problem.ts';
import { type ExitCode, exitCodes } from '../../exit-codes.ts';
import { onSignals } from '../../input/signals.ts';
import { OutputClosedError } from '../../printer.ts';
import type { Streams } from '../../streams.ts';
import { announceJson, announceText, saveProfile } from './announcement.ts';
import { type LogWriter, logWriter } from './log-writer.ts';
import type { LogChoice } from './service-options.ts';

/** What `tunnelctl serve` was asked for. */
export interface ServiceRun {
  readonly service: Omit<ServeOptions, 'file' | 'observers'>;
  readonly log: LogChoice;
  /** Keep nothing. */
  readonly ephemeral: boolean;
  readonly print: 'text' | 'json';
  /** The profile that gets the address and a new key. */
  readonly saveProfile: string | undefined;
}

/** Serves until a signal; a second one does not wait for the requests under way. */
export async function runService(run: ServiceRun, context: CommandContext): Promise<ExitCode> {
  const { streams, options } = context;
  const stop = waitForSignals(streams);
  const temporary = run.ephemeral ? temporaryFolder() : undefined;
  try {
    const file = temporary === undefined ? dataFile(options.data, streams) : join(temporary, 'sandbox.db');
    const { serve, requestLog } = await import('../../../hosting/serve.ts');
    const log: LogWriter = options.quiet ? { write: () => {}, lost: () => 0 } : logWriter(streams.stderr);
    const observers = [requestLog({ ...run.log, ...log })];
    const service = await start(serve, { ...run.service, file, observers });
    const announced = announce(service, file, run, context);
    announced.catch(() => {});
    // It may never come to an end: nobody reads what it says.
    await Promise.race([announced, stop.first]);
    await stop.first;
    return await Promise.race([
      service.stop().then(() => exitCodes.ok),
      stop.second.then(() => exitCodes.interrupted),
    ]);
  } finally {
    stop.dispose();
    if (temporary !== undefined) rmSync(temporary, { recursive: true, force: true });
  }
}

/** Says where the service is, and stores that where it was asked for. */
async function announce(
  service: RunningService,
  file: string,
  run: ServiceRun,
  context: CommandContext,
): Promise<void> {
  const { printer } = context;
  const kept = run.ephemeral ? undefined : file;
  const text = run.print === 'json' ? announceJson(service, file) : announceText(service, kept);
  await show(text, service, run, context);
  for (const warning of service.warnings) await printer.warn(warning);
  if (run.saveProfile === undefined) return;
  await saveProfile(run.saveProfile, service, context).catch(async (error: unknown) => {
    await service.stop();
    throw error;
  });
}

/**
 * Says where the service is. A reader that went away is no harm, but where a key was to be shown: then, and where
 * nothing can be written, the service ends with a CliError that says what became of the key.
 */
async function show(
  text: string,
  service: RunningService,
  { ephemeral }: ServiceRun,
  { printer }: CommandContext,
): Promise<void> {
  try {
    await printer.data(text);
  } catch (error) {
    const { apiKey } = service;
    const isClosed = error instanceof OutputClosedError;
    if (isClosed && apiKey === undefined) return;
    await service.stop();
    const problem = isClosed ? 'nobody reads stdout any more' : (error as Error).message;
    if (apiKey === undefined || ephemeral) throw new CliError('OUTPUT_FAILED', problem);
    throw new CliError(
      'OUTPUT_FAILED',
      `${problem}; the API key ${apiKey.id} was made, and the token is lost: nobody can see it any more`,
      { hint: 'tunnelctl serve --new-key makes another', next: ['tunnelctl serve --new-key'] },
    );
  }
}

async function start(serve: (options: ServeOptions) => Promise<RunningService>, options: ServeOptions) {
  try {
    return await serve(options);
  } catch (error) {
    if (!isSystemError(error) || error.syscall !== 'listen') throw error;
    const next = error.code === 'EADDRINUSE' ? '; choose another --port, or 0 for any' : '';
    throw new Error(`cannot listen on ${options.host} port ${options.port}: ${systemProblem(error)}${next}`);
  }
}

function waitForSignals(streams: Streams) {
  const waiting: (() => void)[] = [];
  const first = new Promise<void>((resolve) => waiting.push(resolve));
  const second = new Promise<void>((resolve) => waiting.push(resolve));
  return { first, second, dispose: onSignals(streams, () => waiting.shift()?.()) };
}
