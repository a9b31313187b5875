import type { Filter } from '../filter/parse-filter.ts';
import type { FilterValue } from '../filter/token-reader.ts';
import { type Attribute, findAttribute } from './attribute.ts';
import { matchesItem } from './match-item.ts';
import type { PatchOperation } from './patch-operations.ts';
import { type Complex, readValue } from './read-resource.ts';
import { ScimError } from './scim-error.ts';

interface ItemOperation extends Pick<PatchOperation, 'op' | 'value'> {
  /** `type eq "work"`; undefined: all items. */
  readonly filter: Filter | undefined;
  /** In lower case. */
  readonly sub: string | undefined;
}

/** Applies an operation to the items of an attribute with several values. */
export function patchItems(definition: Attribute, items: readonly Complex[], operation: ItemOperation): Complex[] {
  const { op, filter, sub: subName, value } = operation;
  const sub = subName === undefined ? undefined : findAttribute(definition.subAttributes ?? [], subName);
  if (subName !== undefined && !sub) return [...items];
  const isTarget = (item: Complex) => !filter || matchesItem(filter, item);
  if (op === 'remove') return removeItems(definition, items, { isTarget, sub, hasFilter: filter !== undefined, value });
  if (!filter && !sub) {
    const added = (readValue(definition, value) ?? []) as readonly Complex[];
    return op === 'replace' ? [...added] : mergeItems(items, added);
  }
  const change = sub ? textOrFlag(sub, value) : oneItem(definition, value);
  const targets = new Set(items.filter(isTarget));
  if (targets.size > 0) {
    const changed = items.map((item) => (targets.has(item) ? { ...item, ...change } : item));
    return changed.filter((item) => item['value'] !== undefined);
  }
  // Microsoft Entra replaces an item that does not exist yet
  const created = { ...impliedBy(filter), ...change };
  return created['value'] === undefined ? [...items] : [...items, created];
}

function textOrFlag(sub: Attribute, value: unknown): Complex {
  const read = readValue(sub, value);
  return { [sub.name]: read } as Complex;
}

function oneItem(definition: Attribute, value: unknown): Complex {
  const [item, ...more] = (readValue(definition, value) ?? []) as readonly Complex[];
  if (!item || more.length > 0) throw new ScimError('invalidValue', `${definition.name} needs one value`);
  return item;
}

interface Removal {
  readonly isTarget: (item: Complex) => boolean;
  readonly sub: Attribute | undefined;
  readonly hasFilter: boolean;
  readonly value: unknown;
}

function removeItems(
  definition: Attribute,
  items: readonly Complex[],
  { isTarget, sub, hasFilter, value }: Removal,
): Complex[] {
  if (sub && sub.name !== 'value') {
    return items.map((item) => {
      const { [sub.name]: _, ...others } = item;
      return isTarget(item) ? others : item;
    });
  }
  // some clients name the removed items in the value
  const named = hasFilter ? undefined : ((readValue(definition, value) ?? undefined) as readonly Complex[] | undefined);
  if (!named) return items.filter((item) => !isTarget(item));
  const removed = new Set(named.map((item) => item['value']));
  return items.filter((item) => !removed.has(item['value']));
}

/** RFC 7644 §3.5.2.1: a value that exists is not added again; RFC 7643 §2.4: only one item is primary. */
function mergeItems(items: readonly Complex[], added: readonly Complex[]): Complex[] {
  const values = new Set(added.map((item) => item['value']));
  const hasPrimary = added.some((item) => item['primary'] === true);
  const others = items.filter((item) => !values.has(item['value']));
  return [...(hasPrimary ? others.map((item) => ({ ...item, primary: false })) : others), ...added];
}

/** What an item has that is created because none satisfies the filter: `type eq "work"` implies the type. */
function impliedBy(filter: Filter | undefined): Complex {
  const implied: Record<string, string | boolean> = {};
  const add = (name: string, value: FilterValue) => {
    if (typeof value === 'string' || typeof value === 'boolean') implied[name] = value;
  };
  for (const part of filter?.kind === 'and' ? filter.parts : filter ? [filter] : []) {
    if (part.kind === 'compare' && part.operator === 'eq' && part.path.sub === undefined)
      add(part.path.name, part.value);
  }
  return implied;
}
