import { Dn, DnSyntaxError } from '../../platform/ldap/dn.ts';
import type { LdapEntry, LdapValues } from '../../ports/ldap-writer.ts';

/** An entry as it must be. */
export interface WantedEntry {
  /** The first part of its name. */
  readonly naming: { readonly attribute: string; readonly value: string };
  /** Values that this instance decides. An attribute without values must be absent. */
  readonly values: LdapValues;
  /** Attributes of `values` whose values are names of entries. */
  readonly nameAttributes: readonly string[];
  /** Further values of a new entry. */
  readonly initial: LdapValues;
}

export interface EntryChange {
  /** Whether the first part of the name differs. */
  readonly isRenamed: boolean;
  /** The attributes whose values differ, with all their values. */
  readonly values: LdapValues;
}

/** What must change so that the entry is as wanted. A rename changes the attribute of the name as well. */
export function findChanges(wanted: WantedEntry, entry: LdapEntry): EntryChange {
  const { naming, nameAttributes } = wanted;
  const isRenamed = Dn.parse(entry.dn).firstValue(naming.attribute) !== naming.value;
  const differing = Object.entries(wanted.values).filter(([attribute, values]) => {
    if (isRenamed && attribute.toLowerCase() === naming.attribute.toLowerCase()) return false;
    const toKey = nameAttributes.includes(attribute) ? nameKey : (value: string) => value;
    return !haveSameValues(values.map(toKey), entry.values(attribute).filter(isNotPlaceholder).map(toKey));
  });
  return { isRenamed, values: Object.fromEntries(differing) };
}

export function isUnchanged({ isRenamed, values }: EntryChange): boolean {
  return !isRenamed && Object.keys(values).length === 0;
}

/** The names of what differs, for people. */
export function changedAttributes({ isRenamed, values }: EntryChange, { naming }: WantedEntry): string[] {
  return [...new Set([...(isRenamed ? [naming.attribute] : []), ...Object.keys(values)])];
}

/** The member of a group without members, where the class requires one: the name that no entry has. */
export const placeholder = '';

function isNotPlaceholder(value: string): boolean {
  return value !== placeholder;
}

function haveSameValues(wanted: readonly string[], found: readonly string[]): boolean {
  const remaining = new Set(found);
  return wanted.length === found.length && wanted.every((value) => remaining.delete(value));
}

/** Equal for two spellings of a name. */
function nameKey(name: string): string {
  try {
    return Dn.parse(name).key;
  } catch (error) {
    if (error instanceof DnSyntaxError) return name;
    throw error;
  }
}
