import type { FromSchema, ObjectSchema } from '../schema/schema.ts';

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
