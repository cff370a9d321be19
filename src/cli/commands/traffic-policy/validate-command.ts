import { phasesOfProtocol } from '../../../contract/policy/phases.ts';
import type { EndpointUrl } from '../../../contract/rules/endpoint-url.ts';
import { sanitizeLine } from '../../../contract/rules/sanitize.ts';
import { exitCodes } from '../../exit-codes.ts';
import { inputFile } from '../../input/named-file.ts';
import { isTable } from '../../output/formats.ts';
import { rowsOptions } from '../../output/output-options.ts';
import { planOutput } from '../../output/output-plan.ts';
import { ownSchema, printItems } from '../../output/show.ts';
import { defineCommand } from '../../parser/command-definition.ts';
import { option, restArguments } from '../../parser/options.ts';
import { choice } from '../../parser/value-types.ts';

/** One thing that the service would refuse. */
const finding = ownSchema(['file', 'line', 'column', 'problem']);

const protocols = Object.keys(phasesOfProtocol) as EndpointUrl['proto'][];

/** `tunnelctl traffic-policy validate`. */
export const command = defineCommand({
  description:
    'Say what is wrong with traffic policies before they are sent: everything that the service would refuse, each with file, ' +
    'line and column, as editors and CI read it. Judged are the form of the document, the config of every action, every ' +
    'CEL expression with its names and types, and every pattern. Nothing is sent, and no account is needed.\n\n' +
    'tunnelctl help policies says what a policy may say.',
  exitCodes: { 0: 'nothing is wrong', 8: 'the service would refuse one of them' },
  arguments: {
    files: restArguments('<file...>', 'policies, YAML or JSON; - for stdin', inputFile),
  },
  options: {
    protocol: option(
      '--protocol <protocol>',
      'protocol of the endpoint that it is for: https has phases that tcp has not',
      choice(protocols),
    ),
    ...rowsOptions,
  },
  prints: finding,
  examples: [
    {
      summary: 'Every policy of a repository',
      command:
        "printf 'on_http_request:\\n  - actions:\\n      - type: deny\\n' > policy.yml\ntunnelctl traffic-policy validate *.yml",
    },
    {
      summary: 'Before an endpoint gets it',
      command: 'tunnelctl traffic-policy validate policy.yml --protocol https',
    },
    {
      summary: 'Would the policy of an endpoint still be taken today?',
      command:
        'tunnelctl endpoints get https://app.example.com -o raw --columns traffic_policy |\n  tunnelctl traffic-policy validate -',
    },
  ],
  async run({ files, protocol, ...choices }, context) {
    const plan = await planOutput(finding, choices, context);
    const texts: { name: string; text: string }[] = [];
    for (const file of files) texts.push({ name: file.name, text: await file.text() });
    const { policyLinter } = await import('../../../hosting/policy-linter.ts');
    const lint = await policyLinter(protocol);
    const found: { file: string; line: number; column: number; problem: string }[] = [];
    for (const { name, text } of texts) {
      for (const { line, column, message } of await lint(text))
        found.push({ file: name, line, column, problem: message });
    }
    if (found.length > 0) context.exitCode = exitCodes.refusedInput;
    const { printer } = context;
    const { columns, query, sortBy } = choices;
    const isInWords = isTable(plan.format) && (columns ?? query ?? sortBy) === undefined;
    if (!isInWords) await printItems(plan, found, context, 'problems');
    else if (found.length > 0) {
      const lines = found.map(({ file, line, column, problem }) => `${file}:${line}:${column}: ${problem}`);
      await printer.data(`${lines.map(sanitizeLine).join('\n')}\n`);
    }
    if (!isTable(plan.format)) return;
    const wrong = new Set(found.map(({ file }) => file)).size;
    await printer.notice(summary(texts.length, wrong, found.length));
  },
});

function summary(policies: number, wrong: number, problems: number): string {
  if (problems === 0) return policies === 1 ? 'the policy is right' : `${policies} policies are right`;
  const among = policies === 1 ? '' : `, in ${wrong} of ${policies} policies`;
  return `${problems} ${problems === 1 ? 'problem' : 'problems'}${among}`;
}
