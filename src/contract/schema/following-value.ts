import { defaultBindingOf } from '../rules/endpoint-url.ts';
import { schemaAt } from './member-path.ts';
import type { ObjectSchema } from './schema.ts';

/** By `format`: what follows from a text for the members that name it in `x-follows`. */
const followers: Readonly<Record<string, (text: string) => unknown>> = {
  // The bindings of an endpoint.
  'endpoint-url': (text) => [defaultBindingOf(text)],
};

/**
 * What holds for a member that is not given, as the members beside it decide; undefined where they do not.
 * @param around the schema of the object that it stands in
 */
export function followingValue(
  around: ObjectSchema,
  { 'x-follows': leader = '' }: ObjectSchema,
  members: Readonly<Record<string, unknown>>,
): unknown {
  const follow = followers[schemaAt(around, [leader])?.format ?? ''];
  const text = members[leader];
  return follow === undefined || typeof text !== 'string' ? undefined : follow(text);
}
