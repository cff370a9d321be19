import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { formatJson, formatYaml } from '../../output/serialize.ts';
import { readGlobalOptions } from '../../parser/global-options.ts';
import { effectiveSettings } from '../../settings/effective-settings.ts';

/** `tunnelctl openapi`: the contract as a document for other tools. */
export function define(command: Command, { streams, printer }: CommandContext): void {
  command
    .description(
      'Print the OpenAPI 3.1 document of the API, as JSON or (-o yaml) as YAML.\n\n' +
        'Its server is the base URL that is given or set, https://api.example.com otherwise.',
    )
    .action(async () => {
      const settings = effectiveSettings(readGlobalOptions(command), streams);
      const baseUrl = settings.get('base-url')?.value ?? placeholder;
      const { openApiDocument } = await import('../../../contract/openapi.ts');
      const document = openApiDocument(baseUrl.replace(/\/+$/, ''));
      await printer.data(
        settings.get('output')?.value === 'yaml' ? await formatYaml(document) : formatJson(document),
      );
    });
}

const placeholder = 'https://api.example.com';
