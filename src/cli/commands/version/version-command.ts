import { protocol } from '../../../contract/http/protocol.ts';
import { recordOptions } from '../../output/output-options.ts';
import { ownSchema, showRecord } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { version } from '../../version.ts';

const versionFacts = ownSchema(['version', 'service_version', 'node', 'platform']);

/** `tunnelctl version`: what a report of a fault should say. */
export const command = defineCommand({
  description: 'Show the version, and what it runs on. tunnelctl --version prints the version alone.',
  examples: [
    { command: 'tunnelctl version' },
    { summary: 'For a script', command: 'tunnelctl version --query node' },
  ],
  options: recordOptions,
  prints: versionFacts,
  async run(choices, context) {
    const { platform, arch } = process;
    const record = {
      version,
      service_version: protocol.version,
      node: process.versions.node,
      platform: `${platform} ${arch}`,
    };
    await showRecord(record, context, { schema: versionFacts, choices });
  },
});
