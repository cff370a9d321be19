import { type Kind, kinds } from './kinds.ts';

/** Where the page shows a record. */
export function recordHref(kind: Kind, id: string): string {
  return `#/resources/${kind.name}/${encodeURIComponent(id)}`;
}

/** Where the page shows the record at this URL; undefined for what no list holds. */
export function hrefOfUri(uri: unknown): string | undefined {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return undefined;
  const { origin, pathname } = new URL(uri);
  const end = pathname.lastIndexOf('/');
  const kind = kinds.find(({ path }) => path === pathname.slice(0, end));
  if (!kind || origin !== location.origin || end === pathname.length - 1) return undefined;
  return recordHref(kind, decodeURIComponent(pathname.slice(end + 1)));
}
