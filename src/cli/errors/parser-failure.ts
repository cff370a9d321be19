import type { CommanderError } from 'commander';
import { exitCodes } from '../exit-codes.ts';
import type { Failure } from './failure.ts';

/** What the parser refused, in our form. @param command the words that were understood */
export function parserFailure(error: CommanderError, command: string): Failure {
  const help = `${command} --help`;
  const message = parserMessage(error);
  const [, meant] = /; did you mean ([\w-]+)\?$/.exec(message) ?? [];
  const isCommand = error.code === 'commander.unknownCommand' && meant !== undefined;
  return {
    message,
    code: 'USAGE',
    exitCode: exitCodes.usage,
    hint: `${help} shows what it takes`,
    field: /(?:^|')(--?[\w.-]+|<[\w-]+>)/.exec(message)?.[1],
    next: isCommand ? [`${command} ${meant}`, help] : [help],
  };
}

/** In place of the help that a person gets for a command that is not whole. */
export function incompleteFailure(command: string): Failure {
  const help = `${command} --help`;
  return {
    message: `${command} is not a whole command; a verb must follow`,
    code: 'USAGE',
    exitCode: exitCodes.usage,
    hint: `${help} lists the verbs`,
    next: [help],
  };
}

// Commander's sentences: no prefix, no capital or full stop within.
function parserMessage({ message }: CommanderError): string {
  return message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .replace(/^missing required argument '(.*)'$/, '<$1> is required')
    .replace(/^option '(?:-\w, )?(\S+) .*' argument missing$/, '$1 needs a value')
    .replace(/^too many arguments.*\. Expected (\d+) arguments? but got (\d+)$/, 'takes $1 arguments, not $2')
    .replace(/^takes 1 arguments/, 'takes 1 argument')
    .replace(/\n\((Did .*)\)$/, (_, question: string) => `; ${question.toLowerCase()}`);
}
