import { formats } from '../output/formats.ts';
import { outputFormats } from '../settings/known-settings.ts';
import { environmentHelp } from './environment-topic.ts';
import { commonExitCodes } from './exit-code-meanings.ts';
import { manifestsHelp } from './manifest-topic.ts';
import { policiesHelp } from './policy-topic.ts';
import { type HelpTopic, helpTopics } from './topics.ts';

const inputHelp = `Every member of a request is a flag. Its text may be @FILE for the content of a
file, @- for stdin, @@TEXT for a text that starts with @; a secret may also be
env:NAME. At most so much is read: 1 MiB for a text, 16 MiB for certificates and
for api --input, 256 MiB for records, ids and accounts.

Lists, maps and what is empty:
  A list's flag is given once for each value. An empty value (--acl "$UNSET",
  --acl @empty) is refused, so that a variable that is not set widens nothing.
  Everything is asked for by name: --acl '*', --principals '*'; an empty list is
  '[]' (--binding.endpoint-selectors '[]'), an empty map '{}'. An empty text
  clears a text: --description ''. --from-file is taken at its word.

Records as input:
  --from-file FILE takes a request's members as YAML or JSON, also a record as
  get prints it. What the operation does not take is left out, with one notice
  that names it. <SECRET> keeps a stored secret, and is refused for a new
  record. The id in a record must be that of the argument, or stands in place of
  it. Flags override members of the file.

Many at once:
  JSONL, a list, and YAML documents separated by --- are many: all are judged
  before the first is sent, then sent in their order. One that fails is told
  with its line and does not stop the others; the first failure decides the exit
  code.
  Nothing at all is no records: nothing is done. delete, stop and get take many
  ids, or - for those on stdin. With -o json, jsonl or yaml each that goes is a
  result: {"id":"…","deleted":true}, or false with an error beside it.
  --ignore-not-found passes over what is gone already ("deleted":false alone).

Before a change:
  On a terminal an update or a replacement shows the old and the new of what
  changes; --diff does so everywhere, --diff --dry-run shows it and sends
  nothing. What takes something away asks first; where stdin holds ids or
  records the terminal answers all the same, and in scripts --yes does.
  --dry-run and --curl show the request itself, and need no account.

In an editor:
  tunnelctl edit <resource> <id> opens what can be changed of a record and sends
  what you changed. tunnelctl edit --help says how it is given up, and what
  happens to mistakes.

Examples:
  # Change one thing in every record; look first what changes
  tunnelctl ssh-credentials list -o jsonl | sed s/laptop/desktop/ | tunnelctl ssh-credentials update --from-file - --diff --dry-run

  # Describe all keys anew
  tunnelctl api-keys list -o jsonl | tunnelctl api-keys update --from-file - --description "checked in May"
`;

const formatLines = outputFormats.map((name) => `  ${name.padEnd(9)}${formats[name].summary}`).join('\n');

const formattingHelp = `Data goes to stdout, everything else to stderr. -o, --output says how results
are printed (--json is -o json); TUNNELCTL_OUTPUT and tunnelctl config set
output change the default, which is table.

Formats:
${formatLines}

  table, wide: on a terminal columns that fit its width (wide: cells up to 40
      columns, lines as long as it takes), times as "3 minutes ago", colours,
      links. What has no room is cut or left out, columns without any value
      first, and a note names them. On a pipe no header, tabs between the
      values, whole values, times as RFC 3339; a tab, a line break or a
      backslash in a value is \\t, \\n or \\\\. One record is a member a line; of
      one that --columns narrows to one member, a pipe gets the value alone.
  json, jsonl, yaml: every member, in the order of the API reference. json and
      yaml print an array for a list, jsonl a record a line. Errors are then one
      JSON object on stderr.
  csv: every member, with a header, lines ended by CR LF (RFC 4180). Objects are
      columns with dots, Refs their id, lists are joined by ", ". A value that
      starts with = + - @ is in quotes and otherwise as it is: what is read back
      is what was there. A spreadsheet that opens the file would run it; for one
      add --csv-safe, which puts a ' in front of each text that starts with one
      of them, a tab or a line break. Numbers stay numbers. Tables on a pipe are
      no format for spreadsheets.
  id: the id of each record (the type of an event source), to feed other
      commands: tunnelctl endpoints delete -
  raw: one text, or a list of them, byte for byte, chosen by --columns or
      --query. What is no text is an error.
  none: nothing on stdout, for the exit code alone.

One text:
  A result that is one text (--query traffic_policy, one column of one record)
  is printed on a pipe byte for byte as it is, with one line break behind it in
  table, wide and raw. That line break is what $(...), @- and @FILE take away
  again, so that the text comes back as it was; $(...) drops further ones, too.
  On a terminal it keeps its lines, and controls are spelled out.

What is shown (tunnelctl help finding: which records):
  --columns id,principal.id  these alone, in every format but id; dots reach
                             into members, labels.env into maps
  --query EXPRESSION         what a JMESPath expression makes of the result,
                             before any format: of the array that json prints
                             for a list, of the record otherwise. It needs the
                             whole list first. In a table a list of lists is
                             rows, and texts are lines. < <= > >= order texts
                             (times and ids among them) as well as numbers
  --sort-by url,-created_at  sorts the whole list before --limit takes its
                             first; - for the last first. Texts by their
                             characters, numbers by size, what is not set last
  --headers                  table and wide on a pipe as on a terminal: a line
                             that names the columns, columns that line up, with
                             whole values and times as RFC 3339
  --no-headers               no line that names the columns (table and wide on a
                             terminal, csv). TUNNELCTL_HEADERS or tunnelctl
                             config set headers always|never holds for good
  -q, --quiet                nothing but errors on stderr

How much of a list:
  All of it on a pipe, the first 100 on a terminal, where a note says when there
  is more: --all, --limit NUMBER. Lists are printed page by page as they come
  (json, jsonl, yaml, csv, id, and tables on a pipe), so that 100,000 items take
  no more memory than 100. When a page fails after its retries, what was printed
  stays, and the error names the --before-id to go on from; JSON that broke off
  so is not whole.

Watching:
  --watch looks again every --interval seconds (default: 2) until Ctrl-C, which
  ends it with exit code 130. On a terminal it redraws. With jsonl it prints an
  event a line: {"event":"added|changed|removed","object":{...}}, the first look
  making all added. On a pipe table, wide and csv print records that are new or
  changed, id those that are new; json and yaml need a terminal. A look that
  fails for a while is told once and does not end it. A get whose object goes
  away prints removed and ends with exit code 0.

Colours and paging:
  Colours on terminals only, unless FORCE_COLOR or CLICOLOR_FORCE is set; never
  with NO_COLOR, CLICOLOR=0 or TERM=dumb; tunnelctl config set color
  always|never decides for good. Output that is longer than the screen goes
  through TUNNELCTL_PAGER, the pager setting, PAGER or less -FRX, the first that
  is set; empty or cat means none, as --no-pager does.

Examples:
  # Ids of the endpoints whose URL is internal
  tunnelctl endpoints list -o id --query "[?ends_with(host, '.internal')]"

  # The newest agents first, with two columns of one's own
  tunnelctl tunnel-sessions list --sort-by -started_at --columns id,agent_version

  # A traffic policy into a file, and back
  tunnelctl endpoints get https://app.example.com --query traffic_policy > policy.yml
  tunnelctl endpoints update https://app.example.com --traffic-policy @policy.yml

  # A program that follows changes
  tunnelctl endpoints list --watch -o jsonl
`;

const codeLines = commonExitCodes
  .map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning}`)
  .join('\n');

const exitCodesHelp = `Commands exit with one of these; they never change:

${codeLines}

tunnelctl explain lists the exit code of every error.
`;

const errorsHelp = `Errors are on stderr, data alone is on stdout. For people an error is a line,
mostly with a hint of what to do next:

  error: endpoint "ep_1" does not exist (ERR_NOT_FOUND)
  hint: list the collection to see which there are
  operation id: op_3MPbMT7n2yCeM1AUyGzJaYVhLA4

With -o json, jsonl or yaml (also by TUNNELCTL_OUTPUT or a profile) an error is
one object on one line, the last one on stderr. That holds for mistakes in the
command line too. Every member is always there:

  code          stable code; those of the API start with ERR_
  message       what is wrong, for people
  status        HTTP status, null where no answer came
  field         the member, option or argument at fault, or null
  operation_id  names the request in the service's log, or null
  hint          what to do, for people, or null
  next          list of commands that can be run next

  tunnelctl endpoints get ep_1 --json 2>&1 >out | tail -n 1 | jq .error.code

tunnelctl explain CODE says what a code means and what to do; without a code it
lists them all. tunnelctl help exit-codes lists what commands exit with.
`;

const topicsHelp = `Help on what concerns all commands; tunnelctl help <topic> shows it:

${helpTopics.map(({ name, summary }) => `  ${name.padEnd(14)}${summary}`).join('\n')}

tunnelctl --help lists the commands; tunnelctl commands -o json prints them with
all that they take, for programs. Where man pages are installed, man tunnelctl
and man tunnelctl-endpoints say the same.
`;

const findingHelp = `Which records of a list are shown:
  --where CONDITION   those that are so; several conditions must all hold
  --owner ID          those of a user or bot; me for whoever the key belongs to

  They are chosen page by page, so that a long list takes no more memory than a
  short one, before --limit counts, --sort-by sorts and --query looks. How many
  were found and looked through is said on stderr; --quiet leaves it out. What
  is found goes into other commands:

  tunnelctl endpoints list --where 'url~\\.internal$' -o id |
    tunnelctl endpoints delete -

Conditions: <member><operator><value>, a member as --columns has it; dots reach
into members. Quote what a shell would take for itself.
  type=cloud           equal (== too); type!=cloud: not equal
  port<1024            less; also <= > >=. Numbers by size, times by time,
                       everything else character by character
  valid_until<7d       a time is RFC 3339 or a duration from now: 7d, -12h
  url~app.*            matches an RE2 pattern, anywhere in the text; ^ and $ are
                       its ends. url!~app: does not
  principal.id=usr_…   a reference is its id, so that principal=usr_… will do
  bindings=public      of a list, one item; with ! in front of it, none
  description!~.       has none; description~. has one. An empty value is
                       refused: it is what an unset variable leaves
  A member or a value that no record can have is refused before anything is
  asked. wait --for takes the same conditions.

What stands for an id:
  its beginning        five characters or more behind the underscore
  the URL              of an endpoint or a tunnel
  the description      also a user's name or mail address, and the cluster of a
                       Kubernetes operator
  a public key         of an SSH credential or certificate: @id_ed25519.pub, or
                       a name that ends in .pub

  It must be one record: what several are known by ends with exit code 9, and
  they are listed. Before something is changed it is said which record is meant.
  A whole id costs no further request, a URL or a description the look through
  a list. --exact-ids, or TUNNELCTL_EXACT_IDS in a script's environment, takes
  whole ids alone; --dry-run and --curl take nothing that must be looked up.

What somebody owns: tunnelctl owned-by <id|me>, with --kind and -o id to delete
it.
`;

/** What `tunnelctl help TOPIC` prints, by the names of the topics. */
export const topicTexts = {
  topics: topicsHelp,
  environment: environmentHelp,
  input: inputHelp,
  formatting: formattingHelp,
  finding: findingHelp,
  'exit-codes': exitCodesHelp,
  policies: policiesHelp,
  manifests: manifestsHelp,
  errors: errorsHelp,
} satisfies Record<HelpTopic['name'], string>;
