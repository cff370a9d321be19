// What the launcher runs for `tunnelctl serve`: the same program, with all that this command loads on its way to the
// first answer. So that is one file, whose compiled code is kept.
import './commands/serve/run-service.ts';
import './commands/serve/serve-command.ts';
import '../hosting/serve.ts';
import './entry.ts';
