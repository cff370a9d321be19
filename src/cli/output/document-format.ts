import { quote } from '../../contract/rules/rule.ts';
import { fieldError } from '../errors/cli-error.ts';

/**
 * How a document is written: as `--output` says, else by the name of its file. Throws a CliError.
 * @param name undefined for stdout
 */
export function documentFormat(name: string | undefined, output: string | undefined): 'yaml' | 'json' {
  if (output === undefined) return name !== undefined && /\.json$/i.test(name) ? 'json' : 'yaml';
  if (output === 'json' || output === 'yaml') return output;
  throw fieldError('--output', `${quote(output)} is not an export format; use yaml or json`);
}
