import { isObject } from './read-resource.ts';
import { ScimError } from './scim-error.ts';

export interface PatchOperation {
  readonly op: 'add' | 'remove' | 'replace';
  /** Undefined: `value` is an object of attributes. */
  readonly path: string | undefined;
  readonly value: unknown;
}

/**
 * Reads the body of a PATCH (RFC 7644 §3.5.2). Microsoft Entra writes operations with capitals.
 * @throws ScimError invalidSyntax, tooMany
 */
export function readPatch(body: Readonly<Record<string, unknown>>, maxOperations: number): PatchOperation[] {
  const operations = Object.entries(body).find(([name]) => name.toLowerCase() === 'operations')?.[1];
  if (!Array.isArray(operations) || operations.length === 0)
    throw new ScimError('invalidSyntax', 'Operations has to be a list of operations');
  if (operations.length > maxOperations)
    throw new ScimError('tooMany', `A request has at most ${maxOperations} operations`);
  const read = operations.map(readOperation);
  // a key of a value without a path is a path as well
  const changes = read.reduce((sum, { path, value }) => sum + (path === undefined ? countKeys(value) : 1), 0);
  if (changes > maxOperations) throw new ScimError('tooMany', `A request changes at most ${maxOperations} attributes`);
  return read;
}

function countKeys(value: unknown): number {
  return isObject(value) ? Object.keys(value).length : 0;
}

function readOperation(sent: unknown): PatchOperation {
  if (!isObject(sent)) throw new ScimError('invalidSyntax', 'An operation has to be an object');
  const op = String(sent['op']).toLowerCase();
  if (op !== 'add' && op !== 'remove' && op !== 'replace')
    throw new ScimError('invalidSyntax', 'The op of an operation is add, remove or replace');
  const { path, value } = sent;
  if (path !== undefined && path !== null && typeof path !== 'string')
    throw new ScimError('invalidPath', 'The path of an operation is a text');
  if (path) return { op, path, value };
  if (op === 'remove') throw new ScimError('noTarget', 'An operation that removes needs a path');
  if (!isObject(value)) throw new ScimError('invalidValue', 'Without a path, the value is an object of attributes');
  return { op, path: undefined, value };
}
