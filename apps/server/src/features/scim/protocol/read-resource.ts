import { type Attribute, findAttribute } from './attribute.ts';
import { ScimError } from './scim-error.ts';

/** An item of an attribute with several values, or an attribute with sub-attributes. */
export type Complex = Readonly<Record<string, string | boolean>>;
/** What a client sent of a resource: known attributes that it may write, under their names. */
export type Document = Readonly<Record<string, string | boolean | Complex | readonly Complex[]>>;
type Value = Document[string];

const maxTextLength = 1_024;
/** Of email addresses and phone numbers. */
const maxItems = 100;

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Reads the known attributes of a resource, whose names are in any case. Ignores unknown attributes and those that
 * clients cannot write; null counts as absent.
 * @throws ScimError invalidValue for a value of another type
 */
export function readResource(definitions: readonly Attribute[], resource: Readonly<Record<string, unknown>>): Document {
  const read: Record<string, Value> = {};
  for (const [name, sent] of Object.entries(resource)) {
    const definition = findAttribute(definitions, name);
    if (!definition || definition.mutability === 'readOnly') continue;
    const value = readValue(definition, sent);
    if (value !== undefined) read[definition.name] = value;
  }
  return read;
}

/** Undefined for null. @throws ScimError invalidValue */
export function readValue(definition: Attribute, sent: unknown): Value | undefined {
  if (sent === null || sent === undefined) return undefined;
  if (!definition.multiValued) return readSingle(definition, sent);
  const items = Array.isArray(sent) ? sent : [sent];
  requireFewItems(definition, items);
  return items.flatMap((item) => {
    // some clients send only the address
    const value = readSingle(definition, typeof item === 'string' ? { value: item } : item);
    return value === undefined ? [] : [value as Complex];
  });
}

/** @throws ScimError tooMany */
export function requireFewItems({ name }: Attribute, items: readonly unknown[]): void {
  if (items.length > maxItems) throw new ScimError('tooMany', `${name} has more than ${maxItems} values`);
}

function readSingle(definition: Attribute, sent: unknown): Value | undefined {
  if (definition.type === 'complex') {
    if (sent === null) return undefined;
    if (!isObject(sent)) throw wrongValue(definition, 'an object');
    return readResource(definition.subAttributes ?? [], sent) as Complex;
  }
  const value = unwrap(sent);
  if (value === null) return undefined;
  return definition.type === 'boolean' ? readBoolean(definition, value) : readText(definition, value);
}

/** Microsoft Entra sends single values as a list of one object with a `value` if it runs in its older mode. */
function unwrap(sent: unknown): unknown {
  const [first, ...more] = Array.isArray(sent) ? sent : [sent];
  return more.length === 0 && isObject(first) ? first['value'] : first;
}

/** Microsoft Entra sends "True" and "False". */
function readBoolean(definition: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(?:true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw wrongValue(definition, 'true or false');
}

function readText(definition: Attribute, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') throw wrongValue(definition, 'a text');
  const text = String(value).trim();
  if (text.length > maxTextLength) throw wrongValue(definition, `at most ${maxTextLength} characters`);
  if (text.includes('\0')) throw wrongValue(definition, 'a text without the character U+0000');
  // RFC 7643 §2.5: an empty text is no value
  return text === '' ? undefined : text;
}

function wrongValue({ name }: Attribute, expected: string): ScimError {
  return new ScimError('invalidValue', `${name} has to be ${expected}`);
}
