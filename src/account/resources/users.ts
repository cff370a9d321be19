import { resources } from '../../contract/index.ts';
import { accountCollections, type Principal } from '../records/account.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { defineSeedList } from '../rules/seed-list.ts';
import { createdAt, itemSchema, text, word } from '../rules/seed-members.ts';

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

const { identity_provider, provider_user_id, username, email, name } =
  resources.applicationUsers.record.properties;

/** contract/README.md "Application user": they log in to applications; no operation creates one. */
export const applicationUserRules = defineRules(resources.applicationUsers, {
  seed: {
    member: 'application_users',
    item: itemSchema(
      'usr',
      {
        identity_provider,
        provider_user_id: { ...text, description: provider_user_id.description },
        username: { ...word, description: username.description },
        email: { ...text, description: email.description },
        name: { ...text, description: name.description },
        last_active: { ...createdAt, description: 'last request of the user; its creation when not given' },
        last_login: { ...createdAt, description: 'last login of the user; its creation when not given' },
      },
      ['identity_provider', 'username'],
    ),
    first: ['identity_provider', 'username'],
  },
});
