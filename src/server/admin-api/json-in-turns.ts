import { RequestError } from '../../account/records/request-error.ts';
import { takeTurns } from '../../account/records/turns.ts';

/** The longest list that is answered at once, in characters; the engine could hold eight times as much in one text. */
const longestList = 64 * 1024 * 1024;

/**
 * The JSON of an answer. Its members that are lists can have ten thousand items: others have their turn between them.
 * @throws RequestError 400 for a list that is too long to be answered at once
 */
export async function jsonInTurns(answer: object): Promise<string> {
  const members: string[] = [];
  for (const [name, value] of Object.entries(answer)) {
    const text = Array.isArray(value) ? await listText(value) : JSON.stringify(value);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${members.join()}}`;
}

async function listText(items: readonly unknown[]): Promise<string> {
  let text = '';
  for (const item of items) {
    await takeTurns();
    text += text === '' ? JSON.stringify(item) : `,${JSON.stringify(item)}`;
    if (text.length > longestList) {
      const message = 'the answer would be larger than 64 MiB; ask for fewer with limit';
      throw new RequestError('ERR_INVALID_QUERY', message, { field: 'limit' });
    }
  }
  return `[${text}]`;
}
