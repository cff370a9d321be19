/** Collections whose rows are no objects of the account. */
const inward = new Set(['settings', 'deleted_api_keys']);

/** How many objects of each kind there are, in words for people: `12 ssh credentials`. */
export function countLines(rows: Readonly<Record<string, number>>): string[] {
  return objectCounts(rows).map(([collection, count]) => `${count} ${collection.replace(/[_/]/g, ' ')}`);
}

/** The counts of what an account holds, without what the sandbox keeps for itself. */
export function objectCounts(rows: Readonly<Record<string, number>>): [collection: string, count: number][] {
  return Object.entries(rows).filter(([collection]) => !inward.has(collection));
}
