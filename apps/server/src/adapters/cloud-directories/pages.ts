import { DirectoryFailure } from '../../ports/directory.ts';

/** More pages than any list within the limits has. */
const maxPages = 20_000;

interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page is; undefined after the last one. */
  readonly next: URL | undefined;
}

/** Reads the pages of a list, each once. @throws DirectoryFailure if a page leads to another server or never ends */
export async function* readPages<Item>(
  first: URL,
  read: (url: URL) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[]> {
  const seen = new Set<string>();
  for (let url: URL | undefined = first; url !== undefined; ) {
    // the next request has our credentials
    if (url.origin !== first.origin) throw new DirectoryFailure('answer', `${first.host}: leads to ${url.host}`);
    if (seen.has(url.href) || seen.size >= maxPages) throw new DirectoryFailure('answer', `${url.host}: endless pages`);
    seen.add(url.href);
    const page: Page<Item> = await read(url);
    yield page.items;
    url = page.next;
  }
}

/**
 * Reads a list in parts by position. Each part begins with the last entry of the one before: if that is another one, entries
 * were inserted or removed meanwhile, and some would be missed. Ends at a part that adds nothing, because a server may
 * return fewer than `limit`; this costs one more request.
 * @throws DirectoryFailure `changed`; `answer` if it never ends
 */
export async function* readByPosition<Item>(
  limit: number,
  idOf: (item: Item) => string,
  read: (skip: number, limit: number) => Promise<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  let last: Item | undefined;
  for (let count = 0, part = 0; part < maxPages; part += 1) {
    const items = await read(last === undefined ? 0 : count - 1, limit);
    const [first] = items;
    if (last !== undefined && (first === undefined || idOf(first) !== idOf(last)))
      throw new DirectoryFailure('changed', `after ${count} entries`);
    const added = last === undefined ? items : items.slice(1);
    if (added.length === 0) return;
    yield added;
    count += added.length;
    last = items.at(-1);
  }
  throw new DirectoryFailure('answer', 'endless pages');
}

/** Of the largest group: more than accounts that can be synchronized. */
const maxCollected = 1_000_000;

/** All items of all pages. @throws DirectoryFailure if there are too many */
export async function collectPages<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const page of pages) {
    if (all.length + page.length > maxCollected) {
      throw new DirectoryFailure('too_large', `more than ${maxCollected} members of a group`);
    }
    for (const item of page) all.push(item);
  }
  return all;
}
