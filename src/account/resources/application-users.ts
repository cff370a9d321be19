import { resources } from '../../contract/index.ts';
import { collectionOf } from '../records/collection.ts';
import { crudHandlers } from '../records/crud-handlers.ts';
import { defineHandlers } from '../records/handlers.ts';

export const applicationUserCollection = collectionOf(resources.applicationUsers);

/** api.md section 4, Application users. */
export const applicationUserHandlers = defineHandlers(
  resources.applicationUsers,
  crudHandlers(applicationUserCollection),
);
