import { buildRawRequest, type RawRequest } from '../../../client/request.ts';
import { connectLater } from '../../connect/connection.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors/cli-error.ts';
import type { InputChoices } from '../../operation/request-options.ts';
import { findTarget, sandboxUrl } from '../../settings/target.ts';
import { type AnswerOutput, printAnswer, requireSuccess } from './api-answer.ts';
import { type ApiRequest, buildRequest } from './api-request.ts';
import { nextTarget } from './api-target.ts';

/** What is done with the request and its answer. */
export interface ApiChoices extends Omit<AnswerOutput, 'query'> {
  /** A JMESPath expression. */
  readonly query: string | undefined;
  readonly paginate: boolean;
  readonly preview: InputChoices['preview'];
}

/** Sends a request and prints the answer; throws for a status of 300 or more, after the body was printed. */
export async function runApi(
  given: ApiRequest,
  { include, query, paginate, preview }: ApiChoices,
  context: CommandContext,
): Promise<void> {
  const target = findTarget(context);
  const baseUrl = target.kind === 'sandbox' ? sandboxUrl : target.baseUrl.value;
  if (paginate && given.method !== 'GET')
    throw usageError('--paginate goes with GET alone', { field: '--paginate' });
  const request = await buildRequest(given, baseUrl, context.text);
  const output = {
    include,
    query:
      query === undefined
        ? undefined
        : await (await import('../../output/query/query.ts')).compileQuery(query),
  };
  if (preview !== undefined) {
    const { printPreview } = await import('../../connect/request-preview.ts');
    return printPreview(preview, context, (settings) => [buildRawRequest(request, settings)]);
  }
  const service = connectLater(context);
  try {
    const { client } = await service.open();
    let next: RawRequest | undefined = request;
    while (next !== undefined) {
      const answer = await client.sendRaw(next);
      await printAnswer(answer, output, context);
      requireSuccess(answer, given, baseUrl);
      const following: string | undefined = paginate ? nextTarget(answer, next.target, baseUrl) : undefined;
      next = following === undefined ? undefined : { ...request, target: following };
    }
  } finally {
    await service.close();
  }
}
