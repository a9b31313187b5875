import type { Filter } from '../filter/parse-filter.ts';
import { isObject } from '../protocol/read-resource.ts';
import { ScimError } from '../protocol/scim-error.ts';
import { isResourceId } from '../users/user-filter.queries.ts';

/** The effect of operations on members: ids of resources. A member is in at most one of the sets. */
export interface MemberPatch {
  /** Whether members who are not in `added` are removed. */
  readonly replaces: boolean;
  readonly added: ReadonlySet<string>;
  readonly removed: ReadonlySet<string>;
}

/** The most members of a request. */
const maxMembers = 20_000;

/** Collects operations in their order, without reading the members. */
export function createMemberPatch() {
  let replaces = false;
  const added = new Set<string>();
  const removed = new Set<string>();

  function clear(): void {
    replaces = true;
    added.clear();
    removed.clear();
  }

  return {
    add(ids: readonly string[]): void {
      for (const id of ids) {
        added.add(id);
        removed.delete(id);
      }
    },
    remove(ids: readonly string[]): void {
      for (const id of ids) {
        added.delete(id);
        removed.add(id);
      }
    },
    clear,
    replace(ids: readonly string[]): void {
      clear();
      this.add(ids);
    },
    result: (): MemberPatch => ({ replaces, added, removed }),
  };
}

/**
 * The ids of members as clients send them: a list of objects, or one of them. Null is no member.
 * @throws ScimError invalidValue, tooMany
 */
export function readMemberIds(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const items = Array.isArray(value) ? value : [value];
  if (items.length > maxMembers) throw new ScimError('tooMany', `A request has at most ${maxMembers} members`);
  return items.map((item) => {
    const id = isObject(item) ? item['value'] : item;
    if (typeof id !== 'string') throw new ScimError('invalidValue', 'A member needs the id of a user as its value');
    return requireId(id);
  });
}

/** The ids in `members[value eq "…" or value eq "…"]`. @throws ScimError invalidFilter, invalidValue */
export function readFilteredIds(filter: Filter): string[] {
  if (filter.kind === 'or') return filter.parts.flatMap(readFilteredIds);
  const isId = filter.kind === 'compare' && filter.operator === 'eq' && filter.path.name === 'value';
  if (!isId || typeof filter.value !== 'string')
    throw new ScimError('invalidFilter', 'Members are filtered by value eq "…", with or between several');
  return [requireId(filter.value)];
}

function requireId(id: string): string {
  if (!isResourceId(id)) throw new ScimError('invalidValue', `There is no user ${id.slice(0, 100)}`);
  return id.toLowerCase();
}
