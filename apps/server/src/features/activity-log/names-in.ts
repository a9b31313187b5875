/** A list of all members of a group, or what somebody sent as a name, may be long. */
const mostCharacters = 200;

/** What is named under each key of an entry's metadata; keys under which nothing has a name are left out. */
export function namesIn(metadata: Readonly<Record<string, unknown>> | null): Record<string, string> {
  const named = Object.entries(metadata ?? {}).map(([key, value]) => [key, nameOf(value)] as const);
  return Object.fromEntries(named.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
}

function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return shortened(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return shortened(value.map(nameOf).join(', '));
  if (typeof value !== 'object' || value === null) return undefined;
  const { username, name, hostname } = value as Readonly<Record<string, unknown>>;
  const found = username ?? name ?? hostname;
  return typeof found === 'string' ? shortened(found) : undefined;
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length <= mostCharacters ? text : `${characters.slice(0, mostCharacters).join('')}…`;
}
