import { DirectoryFailure } from '../../ports/directory.ts';

/**
 * The target of `rel="next"` (RFC 8288), relative to `base`; undefined if there is none.
 * @throws DirectoryFailure if it is no address: what follows would count as gone
 */
export function nextLink(headers: Headers, base: URL): URL | undefined {
  const links = (headers.get('link') ?? '').matchAll(/<([^<>]*)>([^<]*)/g);
  for (const [, target = '', parameters = ''] of links) {
    // RFC 8288 §3.3: a list of types, in quotes if there are several
    const [, quoted, token] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]+))/i.exec(parameters) ?? [];
    const types = (quoted ?? token ?? '').toLowerCase().split(/\s+/);
    if (!types.includes('next')) continue;
    const next = URL.parse(target, base.href);
    if (!next) throw new DirectoryFailure('answer', `${base.host}: the address of the next page is invalid`);
    return next;
  }
  return undefined;
}
