import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toFillIn } from '../../../src/cli/operation/body/skeleton.ts';
import { resourceWords } from '../../../src/cli/words/command-words.ts';
import { catalogue } from '../../../src/contract/index.ts';
import { pathParameters } from '../../../src/contract/schema/resource.ts';
import { validate } from '../../../src/contract/schema/validate.ts';
import { recordingService } from '../../client/recording-service.ts';
import { runCli } from '../../harness/run-cli.ts';
import { temporaryDirectory } from '../../harness/temporary-directory.ts';

const writing = catalogue.filter(({ operation }) => Object.keys(operation.body?.properties ?? {}).length > 0);

/** What goes into the places to fill in, by the member's name; anything else takes any text. */
const fillings: Record<string, string> = {
  url: 'https://app.example.com',
  urls: 'https://bad.example.com/x',
  public_key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAPpjdA/U47AlEAaBb5bB0TZTSInoYZlfDB/997JHNvn me',
  type: 'api_key_created.v0',
};

/** The skeleton as somebody fills it in who sets what is required and nothing else. */
function fillIn(skeleton: string): string {
  let member = '';
  return skeleton
    .split('\n')
    .map((line) => {
      member = /^\s*(\w+):/.exec(line)?.[1] ?? member;
      if (line.startsWith('#') || !line.endsWith(toFillIn)) return line;
      const value = fillings[member] ?? 'text';
      return line.includes('- ""')
        ? line.replace('""', value)
        : line.replace(toFillIn, `${value} ${toFillIn}`);
    })
    .join('\n');
}

async function skeletonOf(entry: (typeof catalogue)[number]): Promise<string> {
  const { exitCode, stdout, stderr } = await runCli([
    ...resourceWords(entry.resource),
    entry.verb,
    '--skeleton',
  ]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return stdout;
}

describe('--skeleton', () => {
  it.each(writing)('of $name, filled in, is taken by --from-file', async (entry) => {
    const { operation, resource, verb } = entry;
    const cwd = temporaryDirectory();
    writeFileSync(join(cwd, 'body.yml'), fillIn(await skeletonOf(entry)));
    const { baseUrl, requests } = await recordingService({ status: 500 });
    const ids = pathParameters(operation).map((name) => `${name}_1`);
    const argv = [...resourceWords(resource), verb, ...ids, '--from-file', 'body.yml'];
    // What the file leaves out, a PATCH has to get from somewhere.
    if (operation.method === 'PATCH') argv.push('--description', 'changed');
    if (operation.method === 'PUT') argv.push('--yes');
    const { stderr } = await runCli(argv, {
      cwd,
      env: { TUNNELCTL_BASE_URL: baseUrl, TUNNELCTL_API_KEY: 'k', TUNNELCTL_RETRIES: '0' },
    });
    expect(requests, stderr).toHaveLength(1);
    expect(validate(operation.body ?? true, requests[0]?.body)).toEqual([]);
  });

  it.each(writing)(
    'of $name is taken whole where its comments are uncommented: every member has its place',
    async (entry) => {
      const skeleton = await skeletonOf(entry);
      for (const name of Object.keys(entry.operation.body?.properties ?? {})) {
        expect(skeleton).toMatch(new RegExp(`^(?:# )?${name}:`, 'm'));
      }
    },
  );

  it('needs neither a service nor arguments, and shows what there is to know about each member', async () => {
    const { stdout } = await runCli(['edges', 'tcp', 'ip-restriction', 'replace', '--skeleton']);
    expect(stdout).toMatchInlineSnapshot(`
      "# Set the IP restriction of a TCP edge: tunnelctl edges tcp ip-restriction replace <edge-id> --from-file FILE
      # What is commented out may be left out.

      # ids of the IP policies to apply; required
      ip_policy_ids:
        - "" # fill in

      # # whether the module is applied; default: true
      # enabled: true
      "
    `);
  });

  it('of kinds of which one must be chosen has the first ready and the others as comments', async () => {
    const { stdout } = await runCli(['event-destinations', 'create', '--skeleton']);
    expect(stdout.split('\n').slice(0, 40).join('\n')).toMatchInlineSnapshot(`
      "# Create an event destination: tunnelctl event-destinations create --from-file FILE
      # What is commented out may be left out.

      # where events go: exactly one member; required
      target:
        # a stream
        stream_target:
          # exactly one of role and creds; required
          auth:
            # a role that the service assumes
            role:
              # name of the role; required
              role_resource_name: # fill in

            # # an access key that the service uses
            # creds:
            #   # id of the access key; required
            #   cloud_access_key_id: # fill in
            #
            #   # the secret access key; required
            #   cloud_secret_access_key: # fill in

          # stream to deposit events into; required
          stream_resource_name: # fill in

        # # a delivery stream
        # delivery_target:
        #   # exactly one of role and creds; required
        #   auth:
        #     # a role that the service assumes
        #     role:
        #       # name of the role; required
        #       role_resource_name: # fill in
        #
        #     # # an access key that the service uses
        #     # creds:
        #     #   # id of the access key; required
        #     #   cloud_access_key_id: # fill in
        #     #
        #     #   # the secret access key; required"
    `);
  });
});
