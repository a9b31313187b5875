/** The target of `rel="next"` (RFC 8288); undefined if there is none. */
export function nextLink(headers: Headers): URL | undefined {
  const links = (headers.get('link') ?? '').matchAll(/<([^>]*)>([^<]*)/g);
  for (const [, target = '', parameters = ''] of links)
    if (/;\s*rel="?next"?\s*(?:[;,]|$)/i.test(parameters)) return URL.parse(target) ?? undefined;
  return undefined;
}
