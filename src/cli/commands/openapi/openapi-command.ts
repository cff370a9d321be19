import { formatJson, formatYaml } from '../../output/structured.ts';
import { defineCommand } from '../../parser/command-definition.ts';

/** `tunnelctl openapi`: the contract as a document for other tools. */
export const command = defineCommand({
  description:
    'Print the OpenAPI 3.1 document of the API, as JSON or (-o yaml) as YAML.\n\n' +
    'Its server is the base URL that is given or set, https://api.example.com otherwise.',
  async run(_, { settings, printer }) {
    const baseUrl = settings.get('base-url')?.value ?? 'https://api.example.com';
    const { openApiDocument } = await import('../../../contract/openapi.ts');
    const document = openApiDocument(baseUrl.replace(/\/+$/, ''));
    const isYaml = settings.get('output')?.value === 'yaml';
    await printer.data(isYaml ? await formatYaml(document) : formatJson(document));
  },
});
