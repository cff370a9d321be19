/** Path and query. Proxies may send a whole URL, of which they are a part (RFC 9112 section 3.2.2). */
export function splitTarget(sent: string): [path: string, query: string] {
  const target = sent.replace(/^https?:\/\/[^/?]*/i, '');
  const mark = target.indexOf('?');
  return mark < 0 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)];
}
