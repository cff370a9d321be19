import { quote } from '../../contract/rules/rule.ts';
import { type Operation, ownerMembers } from '../../contract/schema/resource.ts';
import type { ObjectSchema } from '../../contract/schema/schema.ts';
import { fieldError } from '../errors/cli-error.ts';
import {
  type OptionDefinition,
  type OptionDefinitions,
  option,
  repeatable,
  type ValueType,
} from '../parser/options.ts';
import type { MemberCondition } from './member-condition.ts';

const place = { group: 'Filter options:' };

/** What of a list is wanted, as it was given. */
export interface FilterChoices {
  readonly where?: readonly MemberCondition[];
  /** A principal's id, or `me`. */
  readonly owner?: string | undefined;
}

/** The principal of the key that a command uses. */
export const OWN = 'me';

/** Those of a list, by what its records have. */
export function filterOptionsOf({ list }: Operation): OptionDefinitions {
  if (list === undefined) return {};
  return { where: whereOption(list.item), ...(ownerMembers(list.item).length > 0 && { owner: ownerOption }) };
}

/** `--where`, about records of a schema. */
export function whereOption(schema: ObjectSchema): OptionDefinition<readonly MemberCondition[]> {
  return repeatable(
    '--where <condition>',
    "show what is so: type=cloud, 'valid_until<7d', 'url~app.*' (all must hold; see help finding)",
    {
      hint: { conditions: true },
      async read(text, name, { streams }) {
        const { readMemberCondition } = await import('./member-condition.ts');
        return readMemberCondition(name, text, schema, streams.clock.now());
      },
    },
    place,
  );
}

const PRINCIPAL_ID = /^[a-z0-9]+_[0-9A-Za-z]+$/;

/** The id of a user or bot, or `me`. */
export const principalId: ValueType<string> = {
  hint: { words: [OWN], source: 'users' },
  read(text, name) {
    if (text.trim() === '') throw fieldError(name, 'names nobody; give the id of a user or bot, or me');
    // What is no id would be found to own nothing.
    if (text === OWN || PRINCIPAL_ID.test(text)) return text;
    throw fieldError(name, `${quote(text)} is not the id of a user or bot`, {
      hint: 'give it whole, as owner_id or principal of a record shows it, or me; no operation looks up names',
    });
  },
};

const ownerOption = option(
  '--owner <id|me>',
  'show what this user or bot owns; me for the one whose key is used',
  principalId,
  place,
);
