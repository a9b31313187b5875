import { type AttributePath, parsePatchPath } from '../filter/parse-filter.ts';
import { type Attribute, findAttribute } from './attribute.ts';
import { patchItems } from './patch-items.ts';
import type { PatchOperation } from './patch-operations.ts';
import { type Complex, type Document, isObject, readValue, requireFewItems } from './read-resource.ts';
import { ScimError } from './scim-error.ts';

/**
 * Applies operations in their order. Operations on unknown attributes, such as those of extensions, have no effect:
 * clients are configured once for many servers.
 * @throws ScimError invalidPath, invalidFilter, invalidValue, mutability
 */
export function patchDocument(
  definitions: readonly Attribute[],
  schema: string,
  document: Document,
  operations: readonly PatchOperation[],
): Document {
  return operations.reduce((current, { op, path, value }) => {
    if (path !== undefined) return patchPath(definitions, schema, current, { op, path, value });
    // Microsoft Entra and Okta name the paths as keys: {"name.givenName": "Eve", "active": false}
    return Object.entries(isObject(value) ? value : {}).reduce(
      (patched, [key, part]) => patchKey(definitions, schema, patched, { op, path: key, value: part }),
      current,
    );
  }, document);
}

interface PathOperation extends PatchOperation {
  readonly path: string;
}

/** As a path, but ignores what cannot be written: clients send whole resources. */
function patchKey(definitions: readonly Attribute[], schema: string, document: Document, operation: PathOperation) {
  const name = operation.path.toLowerCase();
  if (name === 'id' || name === 'schemas' || name === 'meta') return document;
  if (findAttribute(definitions, name)?.mutability === 'readOnly') return document;
  return patchPath(definitions, schema, document, operation);
}

function patchPath(
  definitions: readonly Attribute[],
  schema: string,
  document: Document,
  { op, path: text, value }: PathOperation,
): Document {
  const { path, filter } = parsePatchPath(text);
  requireWritable(path);
  const definition = isOfSchema(path, schema) ? findAttribute(definitions, path.name) : undefined;
  if (!definition) return document;
  requireWritable(path, definition);
  const { name } = definition;
  if (definition.multiValued) {
    const items = (document[name] ?? []) as readonly Complex[];
    const patched = patchItems(definition, items, { op, filter, sub: path.sub, value });
    // several operations must not add more than one can: the next filter compares all items
    requireFewItems(definition, patched);
    return withValue(document, name, patched);
  }
  if (filter) throw new ScimError('invalidPath', `${name} has no items to filter`);
  if (path.sub === undefined && op === 'remove') return withValue(document, name, undefined);
  if (definition.type !== 'complex') return withValue(document, name, readValue(definition, value));
  const former = (document[name] ?? {}) as Complex;
  if (path.sub === undefined)
    return withValue(document, name, { ...former, ...(readValue(definition, value) as Complex) });
  const sub = findAttribute(definition.subAttributes ?? [], path.sub);
  if (!sub) return document;
  const part = op === 'remove' ? undefined : readValue(sub, value);
  return withValue(document, name, withValue(former, sub.name, part) as Complex);
}

function isOfSchema({ schema }: AttributePath, wanted: string): boolean {
  return schema === undefined || schema === wanted.toLowerCase();
}

function requireWritable({ name }: AttributePath, definition?: Attribute): void {
  if (name === 'id' || name === 'meta' || definition?.mutability === 'readOnly')
    throw new ScimError('mutability', `${definition?.name ?? name} cannot be changed`);
}

function withValue(document: Document, name: string, value: Document[string] | undefined): Document {
  const { [name]: _, ...others } = document;
  const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
  return isEmpty ? others : { ...others, [name]: value };
}
