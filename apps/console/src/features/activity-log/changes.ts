type JsonObject = Readonly<Record<string, unknown>>;

/** A field with its old and new value. */
export interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isChanged: boolean;
}

/** Data of an event besides its changes: a value, or an object with fields. */
export interface ContextField {
  readonly field: string;
  readonly value: unknown;
}

/** An object that the event names, with what happened to it if the event says so. */
export interface NamedObject {
  readonly id?: number;
  readonly name: string;
  readonly change?: string;
}

/** Fields that repeat others, which have more: the entry of a deployment, and of a restored version. */
const repeated: Readonly<Record<string, readonly string[]>> = { deployed: ['rules', 'aliases'], restored: ['version'] };

/** Changes by field, changed fields first; undefined when the entry stores no change. */
export function changesIn(metadata: JsonObject | null): readonly Change[] | undefined {
  if (!metadata || !('before' in metadata && 'after' in metadata)) return undefined;
  const { before, after } = metadata;
  // the groups of a user, or the name of an object
  if (!isJsonObject(before) || !isJsonObject(after))
    return [changeOf(Array.isArray(after) ? 'groups' : 'name', before, after)];
  const fields = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changes = [...fields].map((field) => changeOf(field, before[field], after[field]));
  return changes.toSorted((a, b) => Number(b.isChanged) - Number(a.isChanged));
}

/** All other data of the event. */
export function contextFieldsOf(metadata: JsonObject | null): readonly ContextField[] {
  const hasChanges = changesIn(metadata) !== undefined;
  return Object.entries(metadata ?? {})
    .filter(([field, value]) => value !== null && !(hasChanges && (field === 'before' || field === 'after')))
    .filter(([field]) => !repeated[field]?.some((other) => metadata && other in metadata))
    .filter(([, value]) => !(Array.isArray(value) && value.length === 0))
    .map(([field, value]) => ({ field, value }));
}

/** Undefined for other values, and for a list without objects. */
export function namedObjectsIn(value: unknown): readonly NamedObject[] | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(isNamedObject) ? value : undefined;
}

/** Whether the value has nothing but this. */
export function isNamedObject(value: unknown): value is NamedObject {
  return (
    isJsonObject(value) &&
    typeof value['name'] === 'string' &&
    Object.keys(value).every((key) => ['id', 'previous_id', 'name', 'change'].includes(key))
  );
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function changeOf(field: string, before: unknown, after: unknown): Change {
  return { field, before, after, isChanged: JSON.stringify(before ?? null) !== JSON.stringify(after ?? null) };
}
