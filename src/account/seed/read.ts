import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { type ValuePath, validate } from '../../contract/schema/validate.ts';
import { DocumentProblems } from '../../documents/problems.ts';
import { readDocument } from '../../documents/read-document.ts';
import { judgeTexts } from '../expressions/judging/judges.ts';
import { checkStrings, problemOf } from '../records/request-error.ts';
import { type Seed, seedLists, seedSchemaOf } from './lists.ts';

/** A seed, and the problems that it turns out to have. */
export interface ReadSeed {
  readonly seed: Seed;
  readonly problems: DocumentProblems;
}

/**
 * Reads a seed file, YAML or JSON, and holds it to the schema.
 * @param name what messages call the file
 * @throws DocumentError
 */
export async function readSeed(
  { name, text }: { name: string; text: string },
  lists = seedLists,
): Promise<ReadSeed> {
  const document = await readDocument(name, text);
  const problems = new DocumentProblems((path) => `${name}:${document.lineOf(path)}`);
  await check(seedSchemaOf(lists), document.value, problems);
  problems.throwIfAny();
  return { seed: document.value as Seed, problems };
}

/** Notes everything that the schema does not take, library formats included. */
async function check(schema: ObjectSchema, value: unknown, problems: DocumentProblems): Promise<void> {
  const pending: { format: string; text: string; path: ValuePath }[] = [];
  const found = validate(schema, value, {
    onFormat: (format, text, path) => pending.push({ format, text, path }),
  });
  // `validate` takes its value for the body of a request.
  for (const { path, message } of found) {
    problems.add({ path, message: message.replace('a member of the body', 'a member of a seed') });
  }
  try {
    checkStrings(value, []);
  } catch (error) {
    problems.add(problemOf(error, []));
  }
  // Many endpoints often have one policy.
  const verdicts = new Map<string, string | undefined>();
  for (const { format, text, path } of pending) {
    const key = `${format} ${text}`;
    if (!verdicts.has(key)) verdicts.set(key, await judge(format, text));
    const message = verdicts.get(key);
    if (message !== undefined) problems.add({ path, message });
  }
}

async function judge(format: string, text: string): Promise<string | undefined> {
  // As in a request, an empty policy is none.
  if (format === 'traffic-policy' && text === '') return undefined;
  const { answers, isTimeUp } = await judgeTexts([{ format, text }]);
  return isTimeUp ? 'takes too long to judge; make it simpler' : answers[0]?.complaint;
}
