import { resources } from '../../contract/index.ts';
import { defineBehaviour } from '../behaviour.ts';
import { collectionOf } from '../collection.ts';
import { standard } from '../standard.ts';

export const applicationUserCollection = collectionOf(resources.applicationUsers);

/** api.md section 4, Application users. */
export const applicationUserBehaviour = defineBehaviour(
  resources.applicationUsers,
  standard(applicationUserCollection),
);
