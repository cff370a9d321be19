import { ownEntry } from '../../contract/schema/json-object.ts';
import { nearest } from './did-you-mean.ts';

/** Options that people know from other programs, and what they are called here. */
const knownElsewhere: Readonly<Record<string, readonly string[]>> = {
  '--force': ['--yes'],
  '--confirm': ['--yes'],
  '--format': ['--output'],
  '--fields': ['--columns'],
  '--filter': ['--where', '--query'],
  '--jq': ['--query'],
  '--sort': ['--sort-by'],
  '--file': ['--from-file'],
  '--filename': ['--from-file'],
  '--input': ['--from-file'],
  '--token': ['--api-key'],
  '--host': ['--base-url'],
  '--server': ['--base-url'],
  '--endpoint': ['--base-url'],
  '--context': ['--profile'],
  '--verbose': ['--debug'],
  '--silent': ['--quiet'],
  '--all-pages': ['--all'],
  '--paginate': ['--all'],
  '--follow': ['--watch'],
};

/**
 * The options that somebody who gave an unknown one may have meant, at most three: what it is called here, one that
 * has its words in its name, as `--deployment.cluster-name` has those of `--cluster-name`, or one that is spelled
 * almost so.
 */
export function nearOptions(flag: string, known: readonly string[]): string[] {
  if (!flag.startsWith('--')) return [];
  const [name = ''] = flag.split('=');
  const others = ownEntry(knownElsewhere, name) ?? [];
  const called = others.filter((option) => known.includes(option));
  if (called.length > 0) return called;
  const spelled = nearest(name, known);
  return spelled.length > 0 ? spelled : known.filter((option) => holdsWords(option, name)).slice(0, 3);
}

/** Whether the words of one option stand in another, in their order. */
function holdsWords(option: string, typed: string): boolean {
  const words = partsOf(option);
  const sought = partsOf(typed);
  return words.some((_, i) => sought.every((part, j) => words[i + j] === part));
}

function partsOf(option: string): string[] {
  return option.toLowerCase().slice(2).split(/[-_.]/);
}
