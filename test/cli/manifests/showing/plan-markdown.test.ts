import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../../src/cli/manifests/planning/plan.ts';
import { planMarkdown } from '../../../../src/cli/manifests/showing/plan-markdown.ts';
import { hostile, idOf, obeyed, planned, policy } from '../planned.ts';

const account = `
endpoints:
  - id: ${idOf('ep', 1)}
    url: https://app.example.com
    description: old words
    traffic_policy: |
${policy(403, 6)}
  - { id: ${idOf('ep', 2)}, url: 'https://gone.example.com', description: bye }
  - { id: ${idOf('ep', 3)}, url: 'https://other.example.com' }
`;
const manifest = `
endpoints:
  - url: https://app.example.com
    description: new words
    traffic_policy: |
${policy(404, 6)}
event_destinations:
  - description: metrics
    target: { metrics_target: { api_key: canary } }
`;
const isPruned = {
  isPruned: ({ record }: { record: { description?: unknown } }) => record.description === 'bye',
};

/** What stands outside of code: all that GitHub reads as Markdown. */
function outsideOfCode(markdown: string): string {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    const [run = ''] = /^ {0,3}`{3,}/.exec(line) ?? [];
    if (fence === undefined && run !== '') fence = run.trim();
    else if (fence !== undefined) {
      if (/^ {0,3}`+ *$/.test(line) && line.trim().length >= fence.length) fence = undefined;
    } else kept.push(line);
  }
  expect(fence).toBeUndefined();
  return kept.map((line) => line.replace(/(?<!`)(`+)(?!`)(.*?)(?<!`)\1(?!`)/g, 'CODE')).join('\n');
}

describe('a plan as Markdown', () => {
  it('is a comment with what goes first, and each change as a diff', async () => {
    const { plan, hidden } = await planned(account, manifest, isPruned);
    expect(planMarkdown(plan, hidden)).toBe(`### 1 to create, 1 to change, 1 to delete

1 unmanaged

**delete** endpoints \`https://gone.example.com\` (\`${idOf('ep', 2)}\`)

\`\`\`diff
- url: "https://gone.example.com"
- type: "cloud"
- description: "bye"
  bindings:
-   public
- pooling_enabled: false
\`\`\`

**change** endpoints \`https://app.example.com\` (\`${idOf('ep', 1)}\`)

\`\`\`diff
  traffic_policy:
    …
          - type: deny
            config:
-             status_code: 403
+             status_code: 404
- description: "old words"
+ description: "new words"
\`\`\`

**create** event-destinations \`metrics\`

\`\`\`diff
+ description: "metrics"
! target.metrics_target.api_key: a secret comes
\`\`\`

- endpoints: 1 that no file has stays: \`https://other.example.com\`
`);
  });

  it('without differences is short', async () => {
    const same = 'endpoints: [{ url: https://a.example.com }]';
    const { plan, hidden } = await planned(same, same);
    expect(planMarkdown(plan, hidden)).toBe('### No differences\n\n1 as it should be\n');
    const none = await planned('{}', 'version: 1');
    expect(planMarkdown(none.plan, none.hidden)).toBe('### No differences\n');
  });

  it('folds long changes', async () => {
    const long = Array.from({ length: 60 }, (_, i) => `# line ${i}`).join('\n');
    const words = `endpoints: [{ url: https://a.example.com, metadata: ${JSON.stringify(long)} }]`;
    const { plan, hidden } = await planned('{}', words);
    const text = planMarkdown(plan, hidden);
    expect(text).toContain('\n\n<details><summary>62 lines</summary>\n\n```diff\n+ url: ');
    expect(text).toContain('+   # line 59\n```\n\n</details>\n');
  });

  it('says why a record is made anew', async () => {
    const seed = `endpoints: [{ id: ${idOf('ep', 1)}, url: https://a.example.com }]`;
    const { plan, hidden } = await planned(seed, seed.replace('https', 'tls'));
    expect(planMarkdown(plan, hidden)).toContain(
      `**replace** endpoints \`https://a.example.com\` (\`${idOf('ep', 1)}\`): the API cannot change \`url\` in place; ` +
        '--replace deletes it and makes it anew, under another id\n',
    );
  });

  it('shows nothing that came from the environment', async () => {
    const made = 'endpoints: [{ url: https://a.example.com, description: "\u0024{env:WORDS}" }]';
    const { plan, hidden } = await planned('{}', made, { env: { WORDS: 'canary words' } });
    const text = planMarkdown({ ...plan, notes: ['of canary words'] }, hidden);
    expect(text).not.toContain('canary');
    expect(text).toContain('+ description: "\u0024{env:WORDS}"');
  });
});

describe('what somebody wrote into a record', () => {
  const attacks = [
    '@everyone and @org/team, #1, org/repo#2',
    '`@octocat`',
    '``` @octocat',
    '``@octocat',
    '| a | b |',
    '</details><script>alert(1)</script><img src=x onerror=alert(1)>',
    '[link](https://evil.example.com) ![](https://evil.example.com/pixel)',
    'https://evil.example.com www.evil.example.com a@evil.example.com',
    '<!-- --> &lt; \\` \\',
    ' `',
    '# heading',
    hostile,
  ];
  const block = ['````', '```', '`````` @octocat', '~~~', '</details>', '# heading', '@octocat'].join('\n');

  it.each(attacks.map((text) => [text]))('stands in code, and stays there: %s', async (text) => {
    const words = JSON.stringify(text);
    const seed = `api_keys:
  - { description: ${words}, metadata: ${JSON.stringify(block)} }
  - { description: bye, metadata: ${words} }
  - { description: ${JSON.stringify(`${text} unmanaged`)} }
`;
    const made = `api_keys:
  - { description: ${words}, metadata: changed }
  - { description: ${JSON.stringify(`${text} new`)}, metadata: ${JSON.stringify(block)} }
`;
    const { plan, hidden } = await planned(seed, made, isPruned);
    expect(plan.actions).toHaveLength(3);
    const noted: Plan = { ...plan, notes: [`of ${text}`, block] };
    const markdown = planMarkdown(noted, hidden);
    expect(markdown).not.toMatch(obeyed);
    expect(
      outsideOfCode(markdown)
        .split('\n')
        .filter((line) => line !== ''),
    ).toEqual([
      '### 1 to create, 1 to change, 1 to delete',
      '1 unmanaged',
      '**delete** api-keys CODE (CODE)',
      '**change** api-keys CODE (CODE)',
      '**create** api-keys CODE',
      '- api-keys: 1 that no file has stays: CODE',
    ]);
  });
});

describe('a comment that would be too long', () => {
  it('is cut where no reader is misled: what goes is there, and what is left out is counted', async () => {
    const { plan, hidden } = await planned(account, manifest, isPruned);
    const of = (action: string) => plan.actions.find((one) => one.action === action) ?? [];
    const many = (action: string, count: number) => Array.from({ length: count }, () => of(action)).flat();
    const large: Plan = {
      ...plan,
      actions: [...many('create', 3000), ...many('update', 200), ...many('delete', 5)],
    };
    const text = planMarkdown(large, hidden);
    expect(text.length).toBeLessThan(65_536);
    expect(text.length).toBeGreaterThan(60_000);
    expect(text).toMatch(/^### 3000 to create, 200 to change, 5 to delete\n/);
    expect(text.match(/^\*\*delete\*\*/gm)).toHaveLength(5);
    expect(text.match(/^- description: "bye"/gm)).toHaveLength(5);
    expect(text.match(/^\*\*change\*\*/gm)).toHaveLength(200);
    const shown = text.match(/^\*\*create\*\*/gm)?.length ?? 0;
    const bare = 205 + shown - (text.match(/^```diff$/gm)?.length ?? 0);
    expect(text).toContain(
      `\n\n**Cut here**, since a comment has no room for it: the changes of ${bare} of these, and ${3000 - shown} more: ` +
        `${3000 - shown} to create. \`tunnelctl diff\` shows all.\n`,
    );
    expect(shown).toBeGreaterThan(100);
  });

  it('cuts one change that is long by itself, in a line and in many', async () => {
    const wide = 'x'.repeat(4000);
    const policyOf = (lines: number) => `# ${wide}\n${'# y\n'.repeat(lines)}${policy(403)}`;
    const made = `endpoints: [{ url: https://a.example.com, traffic_policy: ${JSON.stringify(policyOf(5000))} }]`;
    const { plan, hidden } = await planned('{}', made);
    const text = planMarkdown(plan, hidden);
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain(`+   # ${'x'.repeat(993)}…\n`);
    expect(text).toMatch(/\n {2}… \d+ more lines\n```\n\n<\/details>\n$/);
  });

  it('stays below the limit with the longest names there can be', async () => {
    const { plan, hidden } = await planned(account, manifest, isPruned);
    const actions = plan.actions.map((action) => ({ ...action, name: '`'.repeat(5000) }));
    const large: Plan = {
      ...plan,
      actions: Array.from({ length: 1000 }, () => actions).flat(),
      unmanaged: Array.from({ length: 1000 }, () => plan.unmanaged).flat(),
      notes: Array.from({ length: 1000 }, () => '`'.repeat(5000)),
    };
    expect(planMarkdown(large, hidden).length).toBeLessThan(65_536);
  });
});
