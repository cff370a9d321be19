import { manifestKinds } from '../../contract/manifest/kinds.ts';
import { wrap } from './wrap.ts';

/** Of each kind that has a list of its own, the members by which its records are recognised. */
const identityLines = manifestKinds
  .filter(({ form }) => form.within === undefined)
  .map(({ form: { member, identity, shared } }) => {
    const others = shared === undefined ? '' : `; with ${shared.where}, ${shared.by.join(', ')} besides`;
    const [first = '', ...more] = wrap(`${identity.join(', ')}${others}`, 54);
    const lines = [`  ${member.padEnd(24)}${first}`, ...more.map((line) => `${' '.repeat(26)}${line}`)];
    return lines.join('\n');
  })
  .join('\n');

/** A workflow of GitHub Actions, ready to be copied: README.md shows the same. */
export const workflow = `name: account
on:
  pull_request:
    paths: [account/**]
  push:
    branches: [main]
    paths: [account/**]
permissions:
  contents: read
  pull-requests: write
env:
  TUNNELCTL_BASE_URL: \${{ vars.TUNNELCTL_BASE_URL }}
  TUNNELCTL_API_KEY: \${{ secrets.TUNNELCTL_API_KEY }}
  # And what each \${env:NAME} in the manifests stands for.
jobs:
  diff:
    # Pull requests from forks get no secrets.
    if: github.event.pull_request.head.repo.full_name == github.repository
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: npm install -g ./.github/tunnelctl.tgz
      # Exit code 1 says that there are differences; above, it failed.
      - run: tunnelctl diff -f account/ -o markdown > comment || test $? -eq 1
      - run: gh pr comment "$PR" --edit-last --create-if-none -F comment
        env:
          PR: \${{ github.event.pull_request.number }}
          GITHUB_TOKEN: \${{ github.token }}
  apply:
    if: github.event_name == 'push'
    runs-on: ubuntu-latest
    concurrency: apply
    steps:
      - uses: actions/checkout@v4
      - run: npm install -g ./.github/tunnelctl.tgz
      - run: tunnelctl apply -f account/ --yes
`;

/** `tunnelctl help manifests`: the account as files. */
export const manifestsHelp = `A manifest says what an account should hold, in YAML or JSON: a list for each
kind of record, called as in the API, each item what its creation takes.
tunnelctl export writes manifests, diff compares the account with them, apply
makes the account like them:

  version: 1
  endpoints:
    - url: https://app.example.com
      traffic_policy: \${file:policies/app.yml}
  ssh_credentials:
    - public_key: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAPp...
      acl: ['bind:*.example.com']

tunnelctl manifest schema prints a JSON Schema for editors. Seed files have the
same form, but no references, and more in it: what no operation of the API
makes. A manifest may hold that too; it is left alone.

Which record an item means:
${identityLines}

  An id in an item decides before these. An item that means two records is an
  error that names both; so is one record that is in the manifests twice. Event
  sources and modules of edges stand within what they belong to, which is named
  by its id, since no operation lists it:

  event_subscriptions:
    - id: esb_...
      sources: [endpoint_created.v0]
  tcp_edges:
    - id: edgtcp_...
      ip_restriction: { enabled: true, ip_policy_ids: [ipp_...] }
  https_edges:
    - id: edghts_...
      routes:
        - id: edghtsrt_...
          user_agent_filter: { enabled: true, deny: ['bot'] }

  Not managed: SSH certificates, which expire (tunnelctl ssh-user-certificates
  renew), and endpoints of agents and edges.

What is compared:
  A member that an item does not name is left as it is, in a record that has to
  be made anew too. An empty one clears it: '', [], {}; acl: [] allows
  everything. What no record shows, secrets and signing requests of operators,
  is compared with what was applied from this machine before. Where that is not
  known it is left as it is, and a note says so; --rotate sends it in any case.
  In a pipeline, which keeps nothing between its runs, that is the only way.
  <SECRET> stands for the secret that is there.

References, in any text:
  \${env:NAME}    a variable of the environment; for secrets. Every output shows
                 the reference in place of its value
  \${file:PATH}   a file, from the directory of the manifest on. Its last line
                 break goes, but not that of a policy or of metadata
  \${var:NAME}    what --set NAME=VALUE gives: one manifest for several accounts
  $\${env:NAME}   the text \${env:NAME} itself

  One that leads to nothing, or to an empty text, is an error before anything is
  sent: an unset variable clears nothing. So is what looks like one and is none,
  as \${ENV:NAME}.

Several files:
  -f is given once for each: a file, - for stdin, a directory for its .yml,
  .yaml and .json files, not for those further in. All are one manifest.
  tunnelctl export -f DIRECTORY/ writes a file for each kind; --policies
  DIRECTORY puts traffic policies into files beside them.

What is done:
  create (+), change (~), replace (-/+) and delete (-), kind by kind: what is
  referred to comes first.
  What the API sets only once (the scheme of a URL, the kind of a target, the
  public key of a credential) takes --replace: the record is deleted and made
  anew, under another id.
  What no manifest has stays, unless --prune names its kind, of which there must
  be a list, be it []. --prune-where narrows that by a JMESPath expression over
  the record. More than --prune-limit deletions (default: 10) are refused, and
  so is that of the API key in use. A terminal asks first, scripts say --yes.
  Tokens of new API keys are shown once: --tokens-out keeps them in a file that
  only its owner reads. Without a terminal it has to be given.
  What fails is told, and the rest is done, but for deletions; running it again
  does what is left. Nothing is made twice after a lost answer.

Plans:
  diff --out PLAN keeps what it showed; apply PLAN does exactly that, or exits
  with 5 before anything is changed and names the records that are no longer as
  they were. A plan holds no secret: its references are read again, and must
  stand for the same. One that was edited, or that is of another account or
  profile, is refused.

Exit codes of diff: 0 no differences, 1 differences, above 1 errors. apply exits
with the code of the first thing that failed.

Examples:
  # The account as files, and what somebody changed since
  tunnelctl export endpoints ssh-credentials -f account/ --policies account/policies
  tunnelctl diff -f account/

  # Endpoints that a preview left behind go, others stay
  tunnelctl export endpoints -f account.yml
  tunnelctl apply -f account.yml --prune endpoints --prune-where "starts_with(description, 'preview ')" --yes

  # One account like another
  tunnelctl export endpoints --profile staging | tunnelctl apply -f - --profile work

A workflow of GitHub Actions: the differences as a comment on each pull request,
and apply once it is merged. .github/tunnelctl.tgz is what npm pack made, and

  tunnelctl help manifests | sed -n '/^name: account/,$p' > .github/workflows/account.yml

makes a file of this:

${workflow}`;
