import type { Client } from '../../../client/client.ts';
import type { CatalogueEntry } from '../../../contract/index.ts';
import type { CommandContext } from '../../context.ts';
import { openQuestions } from '../../input/questions.ts';
import type { PathValues, Targets } from '../targets.ts';

/** The members of the path of one object; whoever is at the terminal chooses those that are missing. */
export async function chooseTarget(
  named: Targets,
  entry: CatalogueEntry,
  client: Client,
  context: CommandContext,
): Promise<PathValues> {
  const [values = {}] = named.values;
  if (named.missing.length === 0) return values;
  const { askForTargets } = await import('./ask-for-input.ts');
  const questions = await openQuestions(context.streams);
  const {
    values: [chosen = {}],
  } = await askForTargets(named, entry, { questions, context, client });
  return chosen;
}
