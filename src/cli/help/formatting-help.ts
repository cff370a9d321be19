import { formats } from '../output/formats.ts';
import { outputFormats } from '../settings/known-settings.ts';

const formatLines = outputFormats.map((name) => `  ${name.padEnd(7)}${formats[name].summary}`).join('\n');

/** `tunnelctl help formatting`. */
export const formattingHelp = `Data goes to stdout, everything else to stderr. -o, --output says how results
are printed (--json is -o json); TUNNELCTL_OUTPUT and tunnelctl config set
output change the default, which is table.

Formats:
${formatLines}

  table, wide: on a terminal columns that fit its width (wide: cells up to 40
      columns, lines as long as it takes), times as "3 minutes ago", colours,
      links. On a pipe no header, tabs between the values, whole values, times
      as RFC 3339; a tab, a line break or a backslash in a value is \\t, \\n or
      \\\\. One record is a member a line.
  json, jsonl, yaml: every member, in the order of the API reference. json and
      yaml print an array for a list, jsonl a record a line. Errors are then one
      JSON object on stderr.
  csv: every member, with a header, lines ended by CR LF (RFC 4180). Objects are
      columns with dots, Refs their id, lists are joined by ", ". A value that
      starts with = + - @ is in quotes and otherwise as it is: let a spreadsheet
      import it as text.
  id: the id of each record (the type of an event source), to feed other
      commands: tunnelctl endpoints delete -

What is shown:
  --columns id,principal.id  these alone, in every format but id; dots reach
                             into members, labels.env into maps
  --query EXPRESSION         what a JMESPath expression makes of the result,
                             before any format: of the array that json prints
                             for a list, of the record otherwise. It needs the
                             whole list first. In a table a list of lists is
                             rows, and texts are lines
  --sort-by url,-created_at  sorts the whole list before --limit takes its
                             first; - for the last first. Texts by their
                             characters, numbers by size, what is not set last
  --no-headers               no line that names the columns (table and wide on a
                             terminal, csv)
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

  # A program that follows changes
  tunnelctl endpoints list --watch -o jsonl`;
