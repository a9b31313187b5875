export interface GroupSafe {
  readonly id: number;
  readonly name: string;
  readonly is_admin: boolean;
}

declare module '../../platform/events/events.ts' {
  interface EventMap {
    'group.added': { readonly group: GroupSafe };
    'group.modified': { readonly before: GroupSafe; readonly after: GroupSafe };
    'group.members-modified': {
      readonly group: GroupSafe;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    };
    'group.removed': { readonly group: GroupSafe };
    'group.member-added': { readonly group: GroupSafe; readonly username: string };
    'group.member-removed': { readonly group: GroupSafe; readonly username: string };
    'groups.bulk-assigned': { readonly groups: readonly string[]; readonly users: readonly string[] };
  }
  interface SignalMap {
    /** Before the row goes: whoever refers to the group lets go of it. */
    'groups.removing': { readonly groupId: number };
  }
}
