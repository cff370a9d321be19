import { accountCollections, type Principal } from '../records/account.ts';
import { defineSeedList } from '../rules/seed-list.ts';
import { itemSchema, word } from '../rules/seed-members.ts';

// Who acts in the account: contract/README.md "Owner". No operation creates them.

export const userList = principalList('users', 'usr', accountCollections.users, 'people');

export const botList = principalList(
  'bots',
  'bot',
  accountCollections.bots,
  'machines that act in their own names',
);

function principalList(member: string, prefix: string, collection: string, description: string) {
  return defineSeedList({
    member,
    prefix,
    collection,
    description,
    referredToAs: 'users',
    item: itemSchema(
      prefix,
      {
        name: { ...word, description: 'name for people' },
        admin: { type: 'boolean', default: false, description: 'whether it may act for others' },
      },
      ['name'],
    ),
    insert({ transaction }, { head: { id }, item: { name, admin = false } }) {
      const principal: Principal = { id, name, isAdmin: admin };
      return transaction.put(collection, id, { ...principal });
    },
    toItem(row) {
      const { id, name, isAdmin } = row as object as Principal;
      return { id, name, ...(isAdmin && { admin: true }) };
    },
  });
}
