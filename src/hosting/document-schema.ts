import { seedLists, seedSchemaOf } from '../account/seed/lists.ts';
import type { ObjectSchema } from '../contract/schema/schema.ts';

/** All that a document of an account may hold: what no operation of the API makes, too. */
export const accountDocumentSchema: ObjectSchema = seedSchemaOf(seedLists);
