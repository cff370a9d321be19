import { catalogue } from '../../contract/index.ts';
import { pathParameters } from '../../contract/schema/resource.ts';
import { commandWords } from '../words/command-words.ts';

/**
 * Commands that help after the API said no: what lists the ids that there are, what shows or changes the key, and what
 * explains the code. @param command the words of the command that failed
 */
export function nextAfterApiError(code: string, status: number | undefined, command: string): string[] {
  return [
    ...(status === 404 ? listCommands(command) : []),
    ...(status === 401 ? ['tunnelctl whoami', 'tunnelctl login'] : []),
    `tunnelctl explain ${code}`,
  ];
}

// Only what can be run as it stands: a list that needs an id itself helps nobody who has the wrong one.
function listCommands(command: string): string[] {
  const failed = catalogue.find((entry) => commandWords(entry) === command);
  const list = catalogue.find(
    ({ resource, operation }) =>
      resource === failed?.resource && operation.list !== undefined && pathParameters(operation).length === 0,
  );
  return list === undefined ? [] : [commandWords(list)];
}
