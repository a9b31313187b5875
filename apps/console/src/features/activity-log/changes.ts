type JsonObject = Readonly<Record<string, unknown>>;

/** A field of what was changed. */
export interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
}

/** What stands beside what was changed: facts of their own, and things with facts. */
export interface ContextField {
  readonly field: string;
  readonly value: unknown;
}

/** Field by field, those that changed first; undefined when the event changed nothing that is kept. */
export function changesIn(metadata: JsonObject | null): readonly Change[] | undefined {
  if (!metadata || !('before' in metadata && 'after' in metadata)) return undefined;
  const { before, after } = metadata;
  // what somebody is in, or what something is called
  if (!isJsonObject(before) || !isJsonObject(after))
    return [changeOf(Array.isArray(after) ? 'groups' : 'name', before, after)];
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...fields].map((field) => changeOf(field, before[field], after[field]));
  return changes.toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged));
}

/** All else that is kept of the event. */
export function contextFieldsOf(metadata: JsonObject | null): readonly ContextField[] {
  const hasChanges = changesIn(metadata) !== undefined;
  return Object.entries(metadata ?? {})
    .filter(([field, value]) => value !== null && !(hasChanges && (field === 'before' || field === 'after')))
    .map(([field, value]) => ({ field, value }));
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function changeOf(field: string, before: unknown, after: unknown): Change {
  return { field, before, after, isChanged: JSON.stringify(before ?? null) !== JSON.stringify(after ?? null) };
}
