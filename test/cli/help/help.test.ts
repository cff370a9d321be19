import { describe, expect, it } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { runCli } from '../../harness/run-cli.ts';

describe('help', () => {
  it('lists every resource by the words that name it, asked for in any way', async () => {
    const asked = await runCli(['--help']);
    expect(asked).toMatchObject({ exitCode: 0, stderr: '' });
    expect(asked.stdout).toMatchInlineSnapshot(`
      "Usage: tunnelctl <resource> <verb> [arguments] [options]

      Administer the tunnels, endpoints, credentials and events of an account, and
      host the whole service on your own machine.

      Examples:
        # Try it without an account
        tunnelctl serve --seed demo
        tunnelctl --sandbox endpoints list

        # Set it up; TUNNELCTL_BASE_URL and TUNNELCTL_API_KEY do as well
        tunnelctl login

      Resources:
        endpoints                             URLs that the service serves, with their
                                              traffic policies
        tunnels                               Tunnels that agents hold open now
        tunnel-sessions                       Agents that are online now, and commands
                                              to them
        ssh-credentials                       Public keys that may start tunnels
                                              through the SSH gateway
        ssh-user-certificates                 SSH certificates with which users log in
                                              to servers
        ssh-host-certificates                 SSH certificates with which servers
                                              prove their names
        api-keys                              Keys that authenticate calls to this API
        kubernetes-operators                  Operators registered for Kubernetes
                                              clusters
        edges tcp ip-restriction              Which addresses may connect to a TCP
                                              edge
        edges https routes user-agent-filter  Which user agents an HTTPS edge route
                                              serves
        event-sources                         Event types that an event subscription
                                              triggers on
        event-destinations                    Where events are sent
        app users                             Users who logged in to your applications
        abuse-reports                         Reports of abusive URLs, for authorized
                                              accounts

      Other commands:
        login                                 Store a base URL and an API key as a
                                              profile
        logout [profile]                      Remove the stored API key of a profile
        whoami                                Show which service and key commands use,
                                              and try the key
        owned-by <id|me>                      Show everything that a user or bot owns
        export [kind...]                      Write the account as a manifest, for
                                              diff and apply
        diff                                  Show what apply would do
        apply [plan]                          Make the account like a file
        manifest <verb>                       schema
        traffic-policy <verb>                 validate
        profiles <verb>                       list, use, show, delete
        config <verb>                         list, get, set, unset, path
        serve                                 Host the whole service on this machine,
                                              on one file
        ssh-authorities <verb>                list, show
        sandbox <verb>                        exec, events, requests, agents,
                                              abuse-reports, faults, info, path,
                                              backup, check, recover, seed, export,
                                              import, reset
        api [method] <path>                   Send any request to the service
        openapi                               Print the OpenAPI document of the API
        explain [code]                        Explain an error code, or list all of
                                              them
        version                               Show the version, and what it runs on
        completion <verb>                     bash, zsh, fish, powershell, install,
                                              uninstall
        commands [word...]                    List every command, for programs with
                                              all that it takes
        edit <resource> <id>                  Change an object in your editor
        help <command>                        Show what a command takes, with examples

      Help topics:
        help topics                           The topics that there are
        help environment                      Variables that commands read, and what
                                              stands above what
        help input                            What requests are made of: flags, files,
                                              records, many at once
        help formatting                       How output is chosen, narrowed and
                                              queried
        help finding                          How records are found: --where, --owner,
                                              and what stands for an id
        help exit-codes                       What commands exit with
        help policies                         What a traffic policy may say
        help manifests                        The account as files: export, diff,
                                              apply, plans
        help errors                           What errors look like, for people and
                                              for programs

      Global options:
        -o, --output <format>                 how to print: table, wide, json, jsonl,
                                              yaml, csv, markdown, id, raw, none
                                              (default: table; env: TUNNELCTL_OUTPUT)
        --json                                the same as -o json
        -q, --quiet                           nothing but errors on stderr
        --no-pager                            never show long output in a pager
        --no-input                            never ask for anything (env:
                                              TUNNELCTL_NO_INPUT)
        --exact-ids                           take nothing but whole ids for objects:
                                              no URLs, descriptions, beginnings (env:
                                              TUNNELCTL_EXACT_IDS)
        --profile <name>                      settings and key to use: a profile, or
                                              sandbox (env: TUNNELCTL_PROFILE)
        --base-url <url>                      where the API is (env:
                                              TUNNELCTL_BASE_URL)
        --api-key <token>                     token of an API key, @FILE or env:NAME
                                              (env: TUNNELCTL_API_KEY)
        --sandbox                             run against the service in this process:
                                              no server, no key
        --data <file>                         data file of --sandbox and serve; theirs
                                              by default
        --timeout <seconds>                   give up on a request after this long
                                              (default: 30; env: TUNNELCTL_TIMEOUT)
        --debug                               log requests and responses on stderr,
                                              without secrets (env: TUNNELCTL_DEBUG)
        --retries <number>                    send a request again where that is safe,
                                              so often; 0 for never (default: 2; env:
                                              TUNNELCTL_RETRIES)
        --ca-cert <file>                      also trust the authorities in a PEM file
                                              (env: TUNNELCTL_CA_CERT)
        --version                             show the version
        -h, --help                            show help

      tunnelctl help <resource> <verb> shows what a command takes, with examples.
      tunnelctl help <topic> says more: tunnelctl help topics lists them.
      "
    `);
    expect(await runCli([])).toEqual(asked);
    expect(await runCli(['help'])).toEqual(asked);
    expect(await runCli(['-h'])).toEqual(asked);
  });

  it('of a resource lists its verbs; without a verb it is an error', async () => {
    const asked = await runCli(['endpoints', '--help'], { columns: 120 });
    expect(asked).toMatchObject({ exitCode: 0, stderr: '' });
    expect(asked.stdout).toMatchInlineSnapshot(`
      "Usage: tunnelctl endpoints <verb> [arguments] [options]

      URLs that the service serves, with their traffic policies

      Also: tunnelctl endpoint

      Verbs:
        create                 Create a cloud endpoint
        list                   List active endpoints of every type
        get <id...>            Show an endpoint
        update <id>            Change a cloud endpoint
        delete <id...>         Delete a cloud endpoint
        wait <id>              Wait until it exists, is gone, or has a value

      Global options:
        -o, --output <format>  how to print: table, wide, json, jsonl, yaml, csv, markdown, id, raw, none (default: table;
                               env: TUNNELCTL_OUTPUT)
        --json                 the same as -o json
        -q, --quiet            nothing but errors on stderr
        --no-pager             never show long output in a pager
        --no-input             never ask for anything (env: TUNNELCTL_NO_INPUT)
        --exact-ids            take nothing but whole ids for objects: no URLs, descriptions, beginnings (env:
                               TUNNELCTL_EXACT_IDS)
        --profile <name>       settings and key to use: a profile, or sandbox (env: TUNNELCTL_PROFILE)
        --base-url <url>       where the API is (env: TUNNELCTL_BASE_URL)
        --api-key <token>      token of an API key, @FILE or env:NAME (env: TUNNELCTL_API_KEY)
        --sandbox              run against the service in this process: no server, no key
        --data <file>          data file of --sandbox and serve; theirs by default
        --timeout <seconds>    give up on a request after this long (default: 30; env: TUNNELCTL_TIMEOUT)
        --debug                log requests and responses on stderr, without secrets (env: TUNNELCTL_DEBUG)
        --retries <number>     send a request again where that is safe, so often; 0 for never (default: 2; env:
                               TUNNELCTL_RETRIES)
        --ca-cert <file>       also trust the authorities in a PEM file (env: TUNNELCTL_CA_CERT)
        -h, --help             show help
      "
    `);
    const unasked = await runCli(['endpoints'], { columns: 120 });
    expect(unasked).toEqual({ exitCode: 2, stdout: '', stderr: asked.stdout });
  });

  it('of a verb shows flags, choices, defaults and examples', async () => {
    const { stdout } = await runCli(['endpoints', 'create', '--help'], { columns: 110 });
    expect(stdout).toMatchInlineSnapshot(`
      "Usage: tunnelctl endpoints create [options]

      Create a cloud endpoint.

      Also: tunnelctl endpoints new, tunnelctl endpoints add

      Examples:
        # Serve a URL that denies every request
        tunnelctl endpoints create \\
          --url https://maintenance.example.com \\
          --traffic-policy @policy.yml \\
          --description 'down for maintenance'

        # Serve an internal URL that only other policies can forward to
        tunnelctl endpoints create --url https://billing.internal --bindings internal

      Options:
        --url <url>                    URL to serve: https://host, http://host, tcp://host:port or tls://host;
                                       internal under .internal (required)
        --type <text>                  kind of endpoint (choices: cloud; default: cloud)
        --traffic-policy <text|@file>  traffic policy, a JSON or YAML document
        --description <text>           what it is for, in words for people; at most 255 bytes
        --metadata <text>              arbitrary data of yours, often JSON; at most 4096 bytes
        --bindings <text>              where it can be reached: public, internal (under .internal alone) or
                                       kubernetes; decided by the host when not given
        --[no-]pooling-enabled         share the URL with other endpoints that allow it too (default: false)

      Output options:
        --columns <names>              show these alone, separated by commas: id,principal.id
        --query <expression>           show what a JMESPath expression finds in the result
        --[no-]headers                 name the columns and line them up on a pipe too, or leave the names out
        --csv-safe                     with -o csv: let no value be a formula when a spreadsheet opens it

      Input options:
        --from-file <file>             take the whole body from YAML or JSON (- for stdin), also as a record was
                                       read; JSONL, a list or several documents are several; flags override them
        --skeleton                     print a body to fill in for --from-file
        --dry-run                      print the request without sending it; needs no account
        --curl                         print the request as a curl command; needs no account

      Any text may be @FILE for the content of a file, @- for stdin, or @@TEXT for @TEXT.
      tunnelctl help policies says what a traffic policy may say; tunnelctl traffic-policy validate finds every
      mistake in one.

      Global options:
        -o, --output <format>          how to print: table, wide, json, jsonl, yaml, csv, markdown, id, raw, none
                                       (default: table; env: TUNNELCTL_OUTPUT)
        --json                         the same as -o json
        -q, --quiet                    nothing but errors on stderr
        --no-pager                     never show long output in a pager
        --no-input                     never ask for anything (env: TUNNELCTL_NO_INPUT)
        --exact-ids                    take nothing but whole ids for objects: no URLs, descriptions, beginnings
                                       (env: TUNNELCTL_EXACT_IDS)
        --profile <name>               settings and key to use: a profile, or sandbox (env: TUNNELCTL_PROFILE)
        --base-url <url>               where the API is (env: TUNNELCTL_BASE_URL)
        --api-key <token>              token of an API key, @FILE or env:NAME (env: TUNNELCTL_API_KEY)
        --sandbox                      run against the service in this process: no server, no key
        --data <file>                  data file of --sandbox and serve; theirs by default
        --timeout <seconds>            give up on a request after this long (default: 30; env: TUNNELCTL_TIMEOUT)
        --debug                        log requests and responses on stderr, without secrets (env: TUNNELCTL_DEBUG)
        --retries <number>             send a request again where that is safe, so often; 0 for never (default: 2;
                                       env: TUNNELCTL_RETRIES)
        --ca-cert <file>               also trust the authorities in a PEM file (env: TUNNELCTL_CA_CERT)
        -h, --help                     show help
      "
    `);
    expect((await runCli(['help', 'endpoints', 'create'], { columns: 110 })).stdout).toBe(stdout);
  });

  it('shows no defaults for a change, which leaves alone what is not given', async () => {
    expect((await runCli(['endpoints', 'update', '--help'])).stdout).not.toContain('default: false');
  });

  it('never runs what it is asked about', async () => {
    const { exitCode, stdout } = await runCli(['help', 'endpoints', 'delete', 'ep_1']);
    expect({ exitCode, usage: stdout.split('\n')[0] }).toEqual({
      exitCode: 0,
      usage: 'Usage: tunnelctl endpoints delete [options] <id...>',
    });
  });

  it('of an unknown command is an error', async () => {
    expect(await runCli(['help', 'edges', 'tpc'])).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        "error: unknown command 'tpc'; did you mean tunnelctl help edges tcp?\nhint: tunnelctl edges --help shows what it takes\n",
    });
  });
});

it('shows its version', async () => {
  expect(await runCli(['--version'])).toEqual({
    exitCode: 0,
    stdout: `${packageJson.version}\n`,
    stderr: '',
  });
});

it('prints the OpenAPI document, with the base URL that is set', async () => {
  const { stdout } = await runCli(['openapi']);
  expect(JSON.parse(stdout)).toMatchObject({
    openapi: '3.1.0',
    servers: [{ url: 'https://api.example.com' }],
  });
  const env = { TUNNELCTL_BASE_URL: 'http://127.0.0.1:4040/' };
  expect((await runCli(['openapi', '-o', 'yaml'], { env })).stdout).toContain(
    '- url: http://127.0.0.1:4040\n',
  );
});
