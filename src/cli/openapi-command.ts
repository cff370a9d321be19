import type { Command } from 'commander';
import type { CommandContext } from './command-context.ts';
import { readGlobalOptions } from './global-options.ts';
import { formatJson, formatYaml } from './output/serialize.ts';

/** `tunnelctl openapi`: the contract as a document for other tools. */
export function define(command: Command, { streams, printer }: CommandContext): void {
  command
    .description(
      'Print the OpenAPI 3.1 document of the API, as JSON or (-o yaml) as YAML.\n\n' +
        'Its server is the base URL that is given or set, https://api.example.com otherwise.',
    )
    .action(async () => {
      const { output, baseUrl = streams.env.TUNNELCTL_BASE_URL || placeholder } = readGlobalOptions(command);
      const { openApiDocument } = await import('../contract/openapi.ts');
      const document = openApiDocument(baseUrl.replace(/\/+$/, ''));
      await printer.data(output === 'yaml' ? await formatYaml(document) : formatJson(document));
    });
}

const placeholder = 'https://api.example.com';
