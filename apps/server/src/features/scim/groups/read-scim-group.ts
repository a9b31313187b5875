import { EditGroup } from '@gatewarden/contract/groups';
import { type PatchPath, parseMemberPath } from '../filter/parse-filter.ts';
import { findAttribute } from '../protocol/attribute.ts';
import type { PatchOperation } from '../protocol/patch-operations.ts';
import { isObject, readValue } from '../protocol/read-resource.ts';
import { groupAttributes, groupSchema } from '../protocol/schemas.ts';
import { ScimError } from '../protocol/scim-error.ts';
import { createMemberPatch, type MemberPatch, readFilteredIds, readMemberIds } from './member-patch.ts';

/** What a client changes of a group; undefined: unchanged. */
export interface WantedGroup {
  readonly name: string | undefined;
  readonly externalId: string | null | undefined;
  readonly members: MemberPatch;
}

/** A whole group. Without `members`, it has none. @throws ScimError invalidValue */
export function readScimGroup(body: Readonly<Record<string, unknown>>): WantedGroup & { readonly name: string } {
  const find = (name: string) => Object.entries(body).find(([key]) => key.toLowerCase() === name)?.[1];
  const members = createMemberPatch();
  members.replace(readMemberIds(find('members')));
  const name = readText('displayName', find('displayname'));
  // as with accounts, a client that leaves it out does not clear it
  const externalId = readText('externalId', find('externalid'));
  return { name: requireName(name), externalId, members: members.result() };
}

/** @throws ScimError invalidPath, invalidFilter, invalidValue, mutability */
export function readGroupPatch(operations: readonly PatchOperation[]): WantedGroup {
  const members = createMemberPatch();
  let name: string | undefined;
  let externalId: string | null | undefined;

  function apply({ op, path, value }: PatchOperation, target: PatchPath): void {
    const { schema, name: attribute } = target.path;
    if (attribute === 'id' || attribute === 'meta') throw new ScimError('mutability', `${path} cannot be changed`);
    if (schema !== undefined && schema !== groupSchema.toLowerCase()) return;
    if (attribute === 'members') applyToMembers(op, target, value);
    else if (attribute === 'displayname') {
      if (op === 'remove') throw new ScimError('mutability', 'displayName is required');
      name = requireName(readText('displayName', value));
    } else if (attribute === 'externalid') {
      externalId = op === 'remove' ? null : (readText('externalId', value) ?? null);
    }
  }

  function applyToMembers(op: PatchOperation['op'], { filter }: PatchPath, value: unknown): void {
    if (filter) {
      if (op !== 'remove') throw new ScimError('invalidPath', 'Only removing members takes a filter');
      members.remove(readFilteredIds(filter));
    } else if (op === 'add') members.add(readMemberIds(value));
    else if (op === 'replace') members.replace(readMemberIds(value));
    else if (value === undefined || value === null) members.clear();
    else members.remove(readMemberIds(value));
  }

  for (const operation of operations) {
    const { op, path, value } = operation;
    if (path !== undefined) {
      apply(operation, parseMemberPath(path));
      continue;
    }
    for (const [key, part] of Object.entries(isObject(value) ? value : {})) {
      // Okta sends the id of the group with its name
      if (/^(?:id|schemas|meta)$/i.test(key)) continue;
      apply({ op, path: key, value: part }, parseMemberPath(key));
    }
  }
  return { name, externalId, members: members.result() };
}

function readText(name: string, value: unknown): string | undefined {
  const definition = findAttribute(groupAttributes, name);
  if (!definition) throw new Error(`there is no attribute ${name}`);
  return readValue(definition, value) as string | undefined;
}

function requireName(name: string | undefined): string {
  const result = EditGroup.shape.name.safeParse(name ?? '');
  if (!result.success) throw new ScimError('invalidValue', 'displayName has to be 1 to 128 characters');
  return result.data;
}
