import { resources } from '../../../contract/index.ts';
import type { Operation } from '../../../contract/schema/resource.ts';
import { toggle } from '../../parser/options.ts';
import type { OperationPlugin } from './plugin.ts';

/** `api-keys delete` asks once more before it deletes the key that it is run with. */
export const keyInUse: OperationPlugin = {
  appliesTo: ({ operation }) => operation === (resources.apiKeys.operations.delete as Operation),

  options: () => ({
    allowKeyInUse: toggle('--allow-key-in-use', 'delete even the key that this command is run with', {
      group: 'Input options:',
    }),
  }),

  apply({ allowKeyInUse }) {
    return {
      async guard(targets, choices, context) {
        const { guardKeyInUse } = await import('./guard-key-in-use.ts');
        await guardKeyInUse(targets, { ...choices, isAllowed: allowKeyInUse === true }, context);
      },
      async around(request, next) {
        const result = await next();
        const { noticeDeletedKey } = await import('./guard-key-in-use.ts');
        await noticeDeletedKey(request.target.id ?? '', request.context);
        return result;
      },
    };
  },
};
