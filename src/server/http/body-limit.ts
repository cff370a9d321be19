import { RequestError } from '../../account/records/request-error.ts';
import type { Middleware } from '../app/app.ts';
import { refuse } from '../app/error-response.ts';

/** Holds bodies to less than the API's own limit, which its operations know themselves. */
export function limitBodies(maxBytes: number): Middleware {
  return (context, next) => {
    if ((context.request.body?.length ?? 0) <= maxBytes) return next(context);
    const message = `the body is larger than ${maxBytes} bytes, the limit of this service`;
    return Promise.resolve(refuse(context, new RequestError('ERR_BODY_TOO_LARGE', message)));
  };
}
