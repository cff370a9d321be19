import type { Printer } from '../printer.ts';
import { sanitizeBlock, sanitizeJson } from '../terminal/sanitize.ts';
import type { Failure } from './failure.ts';

/** The one place that prints errors: lines for people, or one object on one line for programs. */
export async function printFailure(failure: Failure, asObject: boolean, printer: Printer): Promise<void> {
  if (asObject) await printer.error(sanitizeJson(JSON.stringify({ error: errorObject(failure) })));
  else await printLines(failure, printer);
}

/** Every member is always there, so that a program need not ask which. */
function errorObject({ code, message, status, field, operationId, hint, next }: Failure) {
  return {
    code,
    message,
    status: status ?? null,
    field: field ?? null,
    operation_id: operationId ?? null,
    hint: hint ?? null,
    next: next ?? [],
  };
}

async function printLines({ message, code, hint, operationId }: Failure, printer: Printer): Promise<void> {
  const [first, ...more] = sanitizeBlock(message).split('\n');
  // The codes of our own say no more than the message does.
  const shown = code.startsWith('ERR_') ? ` (${sanitizeBlock(code)})` : '';
  await printer.error(`error: ${first}${shown}`);
  for (const line of more) await printer.error(`       ${line}`);
  if (hint !== undefined) await printer.error(`hint: ${sanitizeBlock(hint)}`);
  if (operationId !== undefined) await printer.error(`operation id: ${sanitizeBlock(operationId)}`);
}
