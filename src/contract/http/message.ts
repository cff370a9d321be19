import type { FromSchema, ObjectSchema } from '../schema/schema.ts';

/**
 * One HTTP request as plain data. The client's transports and the service's app speak it, so that a command
 * can call the app in process just as well as over a socket.
 */
export interface HttpRequest {
  method: string;
  /** Path and query as they stand in the request line: `/endpoints?limit=5`. */
  target: string;
  /** Names in lower case. */
  headers: Readonly<Record<string, string | undefined>>;
  body?: Uint8Array | undefined;
}

/** One HTTP response as plain data. */
export interface HttpResponse {
  status: number;
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Empty where there is none. */
  body: string;
}

/** Sends a request and answers with whatever came back, whatever its status. */
export type Transport = (request: HttpRequest) => Promise<HttpResponse>;

/** The body of every response whose status is 400 or more (contract/README.md "Errors"). */
export const errorBody = {
  title: 'Error',
  type: 'object',
  additionalProperties: false,
  required: ['error_code', 'status_code', 'msg', 'details'],
  properties: {
    error_code: { type: 'string', pattern: '^ERR_[A-Z_]+$', description: 'stable code' },
    status_code: { type: 'integer', minimum: 400, maximum: 599, description: 'HTTP status' },
    msg: { type: 'string', description: 'what is wrong, for people' },
    details: {
      type: 'object',
      required: ['operation_id'],
      properties: {
        operation_id: { type: 'string', description: 'names this request; also the Operation-Id header' },
        field: { type: 'string', description: 'the member or parameter at fault' },
      },
      additionalProperties: { type: 'string' },
    },
  },
} as const satisfies ObjectSchema;

export type ErrorBody = FromSchema<typeof errorBody>;
