import { commonErrors, type ErrorDefinition } from '../../../contract/errors/errors.ts';
import { catalogue } from '../../../contract/index.ts';
import { quote } from '../../../contract/rules/rule.ts';
import { serviceErrors } from '../../../hosting/admin-api.ts';
import { type CliError, fieldError, usageError } from '../../errors/cli-error.ts';
import { type LocalErrorDefinition, localErrors } from '../../errors/local-errors.ts';
import { exitCodeOfStatus } from '../../exit-codes.ts';
import { rowsOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { printRecord } from '../../output/print-record.ts';
import { ownSchema, printItems } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument } from '../../parser/options.ts';
import { hinted } from '../../parser/value-types.ts';
import { commandWords } from '../../words/command-words.ts';
import { didYouMean } from '../../words/did-you-mean.ts';

/** What the list shows of each, where there is no room for more. */
const listed = ['code', 'status', 'exit_code', 'meaning'];

const explanationSchema = ownSchema([...listed, 'remedy', 'retry', 'commands'], {
  code: { 'x-column': { kept: true, least: 'whole' } },
});

/** `tunnelctl explain`: what an error code means and what to do about it. */
export const command = defineCommand({
  description:
    'Explain an error code: what happened, what to do, whether the same request can succeed later. ' +
    'Without a code it lists all of them.',
  arguments: {
    code: argument('[code]', 'code of an error, in any letter case', hinted({ list: 'error_codes' })),
  },
  examples: [
    { command: 'tunnelctl explain ERR_ENDPOINT_URL_TAKEN' },
    { summary: 'All codes that a script may meet', command: 'tunnelctl explain -o json' },
    {
      summary: 'Those with which a request may be sent again',
      command: "tunnelctl explain --query '[?retry].[code, remedy]'",
    },
  ],
  options: rowsOptions,
  prints: explanationSchema,
  async run({ code, ...choices }, context) {
    if (code === undefined) {
      const plan = await planOutput(explanationSchema, choices, context, listed);
      return printItems(plan, explanations().values(), context, 'codes');
    }
    if (choices.sortBy !== undefined)
      throw fieldError('--sort-by', 'sorts the list of all codes; leave the code out');
    const typed = code.toUpperCase();
    const explanation = explanations().get(typed) ?? explanations().get(`ERR_${typed}`);
    if (explanation === undefined) throw unknownCode(code);
    await printRecord(await planOutput(explanationSchema, choices, context), explanation, context);
  },
});

interface Explanation {
  readonly code: string;
  /** Null for what happens on this side of the API. */
  readonly status: number | null;
  readonly exit_code: number;
  readonly meaning: string;
  readonly remedy: string;
  /** Whether the same request can succeed later. */
  readonly retry: boolean | null;
  /** The commands that can end with it; `any` for all. */
  readonly commands: readonly string[];
}

function explanations(): ReadonlyMap<string, Explanation> {
  const ofApi = Object.entries<ErrorDefinition>(serviceErrors).map(([code, definition]) =>
    explainApi(code, definition),
  );
  const ours = Object.entries<LocalErrorDefinition>(localErrors).map(([code, definition]) => {
    const { exitCode, meaning, remedy } = definition;
    return { code, status: null, exit_code: exitCode, meaning, remedy, retry: null, commands: ['any'] };
  });
  return new Map([...ofApi, ...ours].map((explanation) => [explanation.code, explanation]));
}

function explainApi(code: string, { status, meaning, remedy, retry = false }: ErrorDefinition): Explanation {
  const commands = catalogue.filter(({ operation }) => operation.errors?.some((own) => own === code));
  return {
    code,
    status,
    exit_code: exitCodeOfStatus(status),
    meaning,
    remedy,
    retry,
    commands: Object.hasOwn(commonErrors, code) ? ['any'] : commands.map(commandWords),
  };
}

function unknownCode(code: string): CliError {
  const typed = code.toUpperCase();
  const known = [...explanations().keys()];
  const near = didYouMean(typed, known) || didYouMean(`ERR_${typed}`, known);
  return usageError(`${quote(code)} is not an error code of the API or of this program${near}`, {
    hint: 'tunnelctl explain lists all codes',
    next: ['tunnelctl explain'],
  });
}
