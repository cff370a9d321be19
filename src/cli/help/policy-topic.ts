import { phases, phasesOfProtocol } from '../../contract/policy/phases.ts';
import { policyFunctions, policyVariables } from '../../contract/policy/policy-names.ts';
import { type PolicyAction, policyActions } from '../../contract/policy/policy-schema.ts';
import type { ValueShape } from '../../contract/policy/value-shape.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { wrap } from './wrap.ts';

const width = 80;

/** Words on lines that begin with this much white space. */
function wrapped(indent: number, words: string): string {
  return wrap(words, width - indent)
    .map((line) => `${' '.repeat(indent)}${line}`)
    .join('\n');
}

/** The members of a config that hold a value, as `http.tokens[].type`; those that are always needed are marked. */
function membersOf(schema: ObjectSchema, path: string, isNeeded: boolean): string[] {
  const { properties, items, required = [] } = schema;
  if (properties !== undefined) {
    return Object.entries(properties).flatMap(([name, member]) =>
      membersOf(
        member as ObjectSchema,
        path === '' ? name : `${path}.${name}`,
        isNeeded && required.includes(name),
      ),
    );
  }
  if (items !== undefined) return membersOf(items as ObjectSchema, `${path}[]`, isNeeded);
  return [isNeeded ? `${path}*` : path];
}

function describeAction([type, { config, phases }]: [string, PolicyAction]): string {
  const members = membersOf(config, '', true);
  const lines = [`  ${type}`, wrapped(6, config.description ?? ''), wrapped(6, `in ${phases.join(', ')}`)];
  if (members.length > 0) lines.push(wrapped(6, `config: ${members.join(', ')}`));
  return lines.join('\n');
}

function namesOf(variables: Readonly<Record<string, ValueShape>>): string[] {
  return Object.entries(variables).flatMap(([name, { members }]) =>
    members === undefined ? [name] : namesOf(members).map((member) => `${name}.${member}`),
  );
}

function onlyIn(phase: (typeof phases)[number], names: (phase: (typeof phases)[number]) => string[]): string {
  const before = phases.slice(0, phases.indexOf(phase)).flatMap(names);
  return names(phase)
    .filter((name) => !before.includes(name))
    .join(', ');
}

const protocolLines = Object.entries(phasesOfProtocol)
  .map(([protocol, offered]) => `  ${protocol.padEnd(7)}${offered.join(', ')}`)
  .join('\n');

const nameLines = (names: (phase: (typeof phases)[number]) => string[]) =>
  phases
    .map(
      (phase, i) =>
        `  ${i === 0 ? 'in every phase' : `from ${phase} on`}\n${wrapped(6, onlyIn(phase, names))}`,
    )
    .join('\n');

/** `tunnelctl help policies`: what a traffic policy may say, out of the schema that judges it. */
export const policiesHelp = `A traffic policy is a text of JSON or YAML that an endpoint has. It holds lists
of rules, by when they are tried:

  on_http_request:
    - name: nobody but us
      expressions:
        - "!inCidrRange(conn.client_ip, '10.0.0.0/8')"
      actions:
        - type: deny
          config:
            status_code: 403

Rules are tried in order. When all expressions of a rule are true, or it has
none, its actions run in order. The URL says which phases there are:

${protocolLines}

Actions (* is required):
${Object.entries<PolicyAction>(policyActions).map(describeAction).join('\n')}

Expressions are CEL, https://cel.dev. When a policy is written they are judged
by syntax, names, types as far as these are known, and what always fails. Texts
of a config that may hold them do so as \${...}, such as the url of
forward-internal, the body and headers of custom-response:
"https://\${req.host}.internal".

Variables:
${nameLines((phase) => namesOf(policyVariables[phase]))}

Functions, beside those of CEL and of its string extension:
${nameLines((phase) => Object.keys(policyFunctions[phase]))}

Examples:
  # Find every mistake in a policy before an endpoint has it
  tunnelctl traffic-policy validate policy.yml --protocol https

  # Attach a policy, and read it again
  tunnelctl endpoints update https://app.example.com --traffic-policy @policy.yml
  tunnelctl endpoints get https://app.example.com --query traffic_policy
`;
