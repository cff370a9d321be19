import { formatJson, formatYaml } from '../../output/structured.ts';
import { defineCommand } from '../../parser/command-definition.ts';

/** `tunnelctl manifest schema`: what a document may hold, for editors. */
export const command = defineCommand({
  description:
    'Print the JSON Schema (draft 2020-12) of manifests, as JSON or (-o yaml) as YAML. Seed files have the same form, and ' +
    'more in it: what no operation of the API makes.\n\n' +
    'Editors complete and check by it. Files that tunnelctl export writes begin with the line that editors look for, and ' +
    'expect it beside them as tunnelctl.schema.json; a directory of manifests may hold it.\n\n' +
    'tunnelctl help manifests describes manifests.',
  examples: [
    {
      summary: 'Manifests that an editor understands',
      command: 'tunnelctl export -f account/ && tunnelctl manifest schema > account/tunnelctl.schema.json',
    },
  ],
  async run(_, { settings, printer }) {
    const [{ accountDocumentSchema }, { editorSchema }] = await Promise.all([
      import('../../../hosting/document-schema.ts'),
      import('../../manifests/files/editor-schema.ts'),
    ]);
    const schema = editorSchema(accountDocumentSchema);
    const isYaml = settings.get('output')?.value === 'yaml';
    await printer.data(isYaml ? await formatYaml(schema) : formatJson(schema));
  },
});
