import { createHash } from 'node:crypto';

/** An object of a listed table, such as `{ "chain": { "name": "forward", … } }`. */
export type ListedObject = Readonly<Record<string, { readonly name?: string; readonly chain?: string }>>;

/** Digests of a listed table, without elements and handles, which differ between equal tables. */
export interface TableContent {
  /** Of everything that belongs to no part. */
  readonly base: string;
  /** By part. */
  readonly parts: ReadonlyMap<string, string>;
}

/** @param partOf the part that a chain or map of this name belongs to; undefined if it belongs to none */
export function contentOf(
  objects: readonly ListedObject[],
  partOf: (name: string) => string | undefined,
): TableContent {
  const base: string[] = [];
  const parts = new Map<string, string[]>();
  for (const object of objects) {
    const [kind = '', { name = '', chain }] = Object.entries(object)[0] ?? ['', {}];
    const part = kind === 'table' ? undefined : partOf(kind === 'rule' ? (chain ?? '') : name);
    const text = JSON.stringify(object, (field, value) =>
      field === 'handle' || field === 'elem' || field === 'metainfo' ? null : value,
    );
    const known = part === undefined ? base : parts.get(part);
    if (known) known.push(text);
    else if (part !== undefined) parts.set(part, [text]);
  }
  const digest = (lines: readonly string[]) => createHash('sha256').update(lines.join('\n')).digest('hex');
  return { base: digest(base), parts: new Map([...parts].map(([part, lines]) => [part, digest(lines)])) };
}

/** What a table should be; undefined for a part whose content is not known yet. */
export interface ExpectedContent {
  readonly base: string;
  readonly parts: ReadonlyMap<string, string | undefined>;
}

/** Whether the table is as expected; parts that are not known yet must only exist. */
export function matches({ base, parts }: TableContent, expected: ExpectedContent): boolean {
  if (base !== expected.base || parts.size !== expected.parts.size) return false;
  return [...expected.parts].every(
    ([id, digest]) => parts.has(id) && (digest === undefined || parts.get(id) === digest),
  );
}

/** The expected parts after a change that adds and removes some. */
export function changeParts(
  { base, parts }: ExpectedContent,
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): ExpectedContent {
  const next = new Map(parts);
  for (const id of removed) next.delete(id);
  for (const id of added) next.set(id, undefined);
  return { base, parts: next };
}
