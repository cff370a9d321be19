import { resources } from '../../contract/index.ts';
import { collectionOf } from '../records/collection.ts';
import { crudHandlers } from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';

export const applicationUserCollection = collectionOf(resources.applicationUsers);

/** contract/README.md "Application user". */
export const applicationUserHandlers = defineHandlers(
  resources.applicationUsers,
  crudHandlers(applicationUserCollection),
);
