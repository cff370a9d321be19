import { sanitizeBlock } from '../../contract/rules/sanitize.ts';
import { type ObservedRequest, type Observer, redactPath } from './observe.ts';

/** From what says most to what says least. */
const logLevels = ['debug', 'info', 'warn', 'error', 'off'] as const;
export type LogLevel = (typeof logLevels)[number];

const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

interface RequestLogOptions {
  readonly level: LogLevel;
  readonly format: LogFormat;
  /** Takes one entry, without a line break at its end. */
  readonly write: (entry: string) => void;
  /** How many entries came to nothing. */
  readonly lost?: () => number;
}

/** Writes a line for each request that is worth one at this level. */
export function requestLog({ level, format, write, lost = () => 0 }: RequestLogOptions): Observer {
  const least = logLevels.indexOf(level);
  return {
    lost,
    finish(request) {
      const own = levelOf(request);
      if (logLevels.indexOf(own) < least || level === 'off') return;
      write(format === 'json' ? jsonLine(request, own) : textLines(request, own));
    },
  };
}

/** What the service did wrong is an error; what it refused can be of interest to whoever runs it, and all else little. */
function levelOf({ status, operation, isFromPage }: ObservedRequest): Exclude<LogLevel, 'off'> {
  if (status >= 500) return 'error';
  if ((isFromPage || operation?.startsWith('/')) && status < 400) return 'debug';
  return status === 401 || status === 403 || status === 421 || status === 429 ? 'warn' : 'info';
}

const injected = { drop: 'dropped on purpose', stall: 'stalled on purpose' };

const levelMarks = { debug: 'debug', info: 'info ', warn: 'warn ', error: 'error' };

/** `12:03:44.123Z info  201     1.8 ms  POST   /endpoints  endpoints.create  usr_…  op_…`, and the stack below. */
function textLines(request: ObservedRequest, level: Exclude<LogLevel, 'off'>): string {
  const { time, status, durationMs, method, path, operation, failure, injectedFault } = request;
  const time24 = new Date(time).toISOString().slice(11);
  const duration = `${durationMs < 100 ? durationMs.toFixed(1) : Math.round(durationMs)} ms`.padStart(9);
  const words = [
    method
      .replace(/[^\x21-\x7e]/g, '?')
      .slice(0, 20)
      .padEnd(6),
    redactPath(path),
    operation === path ? undefined : operation,
    request.errorCode,
    injectedFault && injected[injectedFault],
    request.callerId,
    request.operationId,
  ].filter((word) => word !== undefined);
  const line = `${time24} ${levelMarks[level]} ${status} ${duration}  ${words.join('  ')}`;
  return failure === undefined ? line : `${line}\n${indent(sanitizeBlock(stackOf(failure)))}`;
}

function jsonLine(request: ObservedRequest, level: string): string {
  return sanitizeBlock(
    JSON.stringify({
      time: new Date(request.time).toISOString(),
      level,
      operation_id: request.operationId,
      operation: request.operation,
      method: request.method,
      path: redactPath(request.path),
      route: request.route,
      status: request.status,
      error_code: request.errorCode,
      duration_ms: Math.round(request.durationMs * 1000) / 1000,
      disturbance: request.injectedFault,
      caller_id: request.callerId,
      api_key_id: request.apiKeyId,
      error: request.failure === undefined ? undefined : stackOf(request.failure),
    }),
  );
}

function stackOf(failure: unknown): string {
  if (!(failure instanceof Error)) return String(failure);
  const cause = failure.cause === undefined ? '' : `\ncaused by ${stackOf(failure.cause)}`;
  return `${failure.stack ?? failure.message}${cause}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
