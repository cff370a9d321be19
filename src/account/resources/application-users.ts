import { resources } from '../../contract/index.ts';
import { defineRules } from '../rules/resource-rules.ts';
import { createdAt, itemSchema, text, word } from '../rules/seed-members.ts';

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
