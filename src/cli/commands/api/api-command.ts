import { catalogue } from '../../../contract/index.ts';
import { inputFile } from '../../input/named-file.ts';
import { previewOptions, readPreview } from '../../operation/request-options.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { argument, joining, option, repeatable, toggle } from '../../parser/options.ts';
import { hinted, text } from '../../parser/value-types.ts';
import { field } from './api-fields.ts';
import { header, readRequestLine } from './api-request.ts';

const methods = new Set(catalogue.map(({ operation }) => operation.method));
const paths = new Set(catalogue.map(({ operation }) => operation.path).filter((path) => !path.includes('{')));

const place = { group: 'Request options:' };

const fields = repeatable(
  '-f, --field <key=value>',
  'a text in the body; keys nest: target.kind=, target[kind]=, urls[]=',
  field('-f'),
  place,
);

/** `tunnelctl api`: any request, for what no command does. */
export const command = defineCommand({
  description:
    'Send any request to the service and print the answer as it comes.\n\n' +
    'A path is one below the base URL. The API key goes to the base URL and nowhere else. Fields make the body; ' +
    'of a GET they make the query. The exit code is that of the status.',
  usage: '[<method>] <path>',
  arguments: {
    method: argument('[method]', 'GET where it is left out', hinted({ words: [...methods] })),
    path: argument('[path]', 'path and query: /endpoints?limit=5', hinted({ words: [...paths] })),
  },
  options: {
    fields,
    typedFields: joining(
      fields,
      '-F, --typed-field <key=value>',
      'the same for true, false, null, numbers and @FILE',
      field('-F'),
    ),
    input: option('--input <file>', 'take the body from a file as it is (- for stdin)', inputFile, place),
    headers: repeatable('-H, --header <name:value>', 'add a header', header, place),
    include: toggle('-i, --include', 'print status and headers in front of the body', place),
    paginate: toggle('--paginate', 'follow next_page_uri, one document per page', place),
    query: option('--query <expression>', 'show what a JMESPath expression finds', text, {
      group: 'Output options:',
    }),
    ...previewOptions,
  },
  examples: [
    {
      summary: 'What one endpoint looks like to the service',
      command: "tunnelctl api '/endpoints?limit=1'",
    },
    {
      summary: 'The ids of all endpoints, page by page',
      command: "tunnelctl api --paginate /endpoints --query 'endpoints[].id'",
    },
    {
      summary: 'A request that has a command of its own too',
      command: "tunnelctl api POST /api_keys -f description='made by hand'",
    },
  ],
  async run({ method, path, fields, headers, input, include, paginate, query, ...given }, context) {
    const request = { ...readRequestLine(method, path), fields, headers, input };
    const { runApi } = await import('./run-api.ts');
    await runApi(request, { include, paginate, query, preview: readPreview(given) }, context);
  },
});
