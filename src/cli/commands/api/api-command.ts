import { type Command, Option } from 'commander';
import type { CommandContext } from '../../context.ts';
import { UsageError } from '../../errors/usage-error.ts';
import { addPreviewOptions, readPreview } from '../../input/input-options.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import type { GivenField } from './api-fields.ts';

const group = 'Request options:';

/** `tunnelctl api`: any request, for what no command does. */
export function define(command: Command, context: CommandContext): void {
  const fields: GivenField[] = [];
  const headers: string[] = [];
  const field = (flag: GivenField['flag'], long: string, description: string) =>
    new Option(`${flag}, ${long} <key=value>`, description)
      .helpGroup(group)
      .argParser((text: string) => void fields.push({ flag, text }));
  command
    .description(
      'Send any request to the service and print the answer as it comes.\n\n' +
        'A path is one below the base URL. The API key goes to the base URL and nowhere else. Fields make the body; ' +
        'of a GET they make the query. The exit code is that of the status.',
    )
    .usage('[options] [<method>] <path>')
    .argument('[method]', 'GET where it is left out')
    .argument('[path]', 'path and query: /endpoints?limit=5')
    .addOption(field('-f', '--field', 'a text in the body; keys nest: target.kind=, target[kind]=, urls[]='))
    .addOption(field('-F', '--typed-field', 'the same for true, false, null, numbers and @FILE'))
    .addOption(
      new Option('--input <file>', 'take the body from a file as it is (- for stdin)').helpGroup(group),
    )
    .addOption(
      new Option('-H, --header <name:value>', 'add a header')
        .helpGroup(group)
        .argParser((text: string) => void headers.push(text)),
    )
    .addOption(new Option('-i, --include', 'print status and headers in front of the body').helpGroup(group))
    .addOption(new Option('--paginate', 'follow next_page_uri, one document a page').helpGroup(group))
    .addOption(
      new Option('--query <expression>', 'show what a JMESPath expression finds').helpGroup(
        'Output options:',
      ),
    );
  addPreviewOptions(command);
  command.addHelpText('after', examples).action(async () => {
    const { input, include, paginate, query }: Given = command.opts();
    const { method, path } = readRequestLine(command.args);
    const options = readGlobalOptions(command);
    const { runApi } = await import('./run-api.ts');
    const request = { method, path, fields, headers, input };
    const output = {
      include: include === true,
      paginate: paginate === true,
      query,
      preview: readPreview(command),
    };
    await runApi(request, output, options, context);
  });
}

interface Given {
  readonly input?: string;
  readonly include?: true;
  readonly paginate?: true;
  readonly query?: string;
}

function readRequestLine(args: readonly string[]): { method: string; path: string } {
  const [first, second] = args;
  if (first === undefined)
    throw new UsageError('<path> is required', 'tunnelctl api --help shows what it takes');
  if (second === undefined) return { method: 'GET', path: first };
  if (!/^[A-Za-z]+$/.test(first))
    throw new UsageError(`${JSON.stringify(first)} is not a method, such as POST`);
  return { method: first.toUpperCase(), path: second };
}

const examples = `
Examples:
  # What one endpoint looks like to the service
  tunnelctl api '/endpoints?limit=1'

  # The ids of all endpoints, page by page
  tunnelctl api --paginate /endpoints --query 'endpoints[].id'

  # A request that has a command of its own too
  tunnelctl api POST /api_keys -f description='made by hand'`;
