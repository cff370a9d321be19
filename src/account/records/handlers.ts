import type { ItemOf, Operation, Resource, ResultOf } from '../../contract/schema/resource.ts';
import type { ContextOf, OperationContext, Page } from './operation-context.ts';

/** What an operation answers: a page for lists, else the record, or nothing. URIs are paths. */
export type AnswerOf<O extends Operation> = O extends { list: object } ? Page<ItemOf<O>> : ResultOf<O>;

/** Carries out one operation. Errors of the request are thrown as RequestError. */
export type Handler<O extends Operation> = (context: ContextOf<O>) => Promise<AnswerOf<O>>;

/** A handler whose operation is known only at run time. */
export type AnyHandler = (context: OperationContext) => Promise<unknown>;

/** Handlers by verb. */
export type Handlers<R extends Resource> = {
  readonly [Verb in keyof R['operations']]: Handler<R['operations'][Verb]>;
};

/** What a resource does: a handler for each of its operations, checked against the contract. */
export interface ResourceHandlers {
  readonly resource: Resource;
  readonly handlers: Readonly<Record<string, AnyHandler>>;
}

/** States the behaviour of a resource: every operation of the contract must have its handler. */
export function defineHandlers<const R extends Resource>(
  resource: R,
  handlers: Handlers<R>,
): ResourceHandlers {
  return { resource, handlers: handlers as unknown as ResourceHandlers['handlers'] };
}
