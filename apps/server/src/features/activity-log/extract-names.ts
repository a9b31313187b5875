/** The members of a group, or a name that a caller sent, may be long. */
const maxCharacters = 200;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The name of the value under each key of an entry's metadata; keys without a name are left out. `fields` lists the
 * fields in which `before` and `after` differ, `switched_off` those of them that are now false.
 */
export function extractNames(metadata: Fields | null): Record<string, string> {
  const named = Object.entries({ ...metadata, ...findChangedFields(metadata) }).map(
    ([key, value]) => [key, nameOf(value)] as const,
  );
  return Object.fromEntries(named.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}

function findChangedFields(metadata: Fields | null): { fields?: string[]; switched_off?: string[] } {
  const { before, after } = metadata ?? {};
  if (!isFields(before) || !isFields(after)) return {};
  const fields = Object.keys(after).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  const off = fields.filter((key) => after[key] === false);
  return { ...(fields.length > 0 && { fields }), ...(off.length > 0 && { switched_off: off }) };
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return shorten(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return shorten(value.map(nameOf).join(', '));
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, username, hostname, url } = value as Fields;
  // a stream of the log also has the username for its collector
  const found = name ?? username ?? hostname ?? url;
  return typeof found === 'string' ? shorten(found) : undefined;
}

function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= maxCharacters ? text : `${characters.slice(0, maxCharacters).join('')}…`;
}
