import { formatJson, formatYaml } from '../../output/structured.ts';
import { defineCommand } from '../../parser/command-definition.ts';

/** `tunnelctl manifest schema`: what a document may hold, for editors. */
export const command = defineCommand({
  description:
    'Print the JSON Schema (draft 2020-12) of manifests, as JSON or (-o yaml) as YAML. Seed files have the same form, and ' +
    'more in it: what no operation of the API makes.\n\n' +
    'Editors complete and check by it. In YAML the first line of a file says where it is, ' +
    '# yaml-language-server: $schema=account.schema.json; in JSON the member $schema does.\n\n' +
    'tunnelctl help manifests describes manifests.',
  examples: [
    {
      summary: 'A schema beside the file that it is for',
      command:
        'tunnelctl manifest schema > account.schema.json\n' +
        "printf '# yaml-language-server: $schema=account.schema.json\\nendpoints:\\n  - url: https://new.example.com\\n' > account.yml",
    },
  ],
  async run(_, { settings, printer }) {
    const [{ accountDocumentSchema }, { editorSchema }] = await Promise.all([
      import('../../../hosting/document-schema.ts'),
      import('../../manifests/editor-schema.ts'),
    ]);
    const schema = editorSchema(accountDocumentSchema);
    const isYaml = settings.get('output')?.value === 'yaml';
    await printer.data(isYaml ? await formatYaml(schema) : formatJson(schema));
  },
});
