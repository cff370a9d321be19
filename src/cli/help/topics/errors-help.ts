/** `tunnelctl help errors`. */
export const text = `Errors are on stderr, data alone is on stdout. For people an error is a line,
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
