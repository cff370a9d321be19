import type { Middleware } from './app.ts';

/**
 * Dates answers by the clock of the service (RFC 9110 section 6.6.1), where that is not the clock of the machine, by
 * which the socket dates them otherwise. @param now milliseconds since 1970
 */
export function dateAnswers(now: () => number): Middleware {
  return async (context, next) => {
    const response = await next(context);
    return { ...response, headers: { ...response.headers, date: new Date(now()).toUTCString() } };
  };
}
