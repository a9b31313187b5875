import type { SyncProblemKind } from '@gatewarden/contract/directory-sync';
import type { DirectoryGroup, DirectoryUser } from '../../ports/directory.ts';

/** Everything that was read from a directory. */
export interface DirectorySnapshot {
  readonly users: readonly DirectoryUser[];
  readonly groups: readonly DirectoryGroup[];
}

/** The fields of an account that come from a directory. */
export interface AccountFields {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string | null;
}

export interface StoredUser extends AccountFields {
  readonly id: number;
  readonly is_active: boolean;
  /** The groups that make the user an administrator. */
  readonly adminGroupIds: readonly number[];
  /** Whether the user has a password or a passkey here. */
  readonly canSignIn: boolean;
  readonly managed_by: string | null;
  /** The entry of this directory that is linked to the account; undefined if none is. */
  readonly externalId: string | undefined;
  /** Whether an entry of another directory is linked to the account. */
  readonly isLinkedElsewhere: boolean;
  /** Whether a synchronization disabled the account. It does not enable accounts that an administrator disabled. */
  readonly isDisabledBySync: boolean;
}

export interface StoredGroup {
  readonly id: number;
  readonly name: string;
  readonly is_admin: boolean;
  readonly managed_by: string | null;
  readonly externalId: string | undefined;
  readonly isLinkedElsewhere: boolean;
}

export interface StoredMember {
  readonly groupId: number;
  readonly userId: number;
}

/** What this instance has before a synchronization. */
export interface StoredState {
  readonly users: readonly StoredUser[];
  readonly groups: readonly StoredGroup[];
  /** Of the groups that are linked, and of those with the name of a group of the directory. */
  readonly members: readonly StoredMember[];
}

export type RemovalBehavior = 'keep' | 'disable' | 'delete';

export interface SyncRules {
  /** As in `managed_by`. */
  readonly source: string;
  readonly target: 'all' | 'users' | 'groups';
  readonly userBehavior: RemovalBehavior;
  readonly adminBehavior: RemovalBehavior;
  /** Names of groups whose members are in scope; empty for everyone. */
  readonly groupNames: readonly string[];
  /**
   * Whether a group here is linked to the only group of the directory with its name. Only in the first run of a source,
   * which an administrator confirms: in many directories ordinary people can create groups with any name.
   */
  readonly linksGroupsByName: boolean;
  /** Accounts that are never removed. */
  readonly protectedUserIds: ReadonlySet<number>;
  /** Accounts that may be linked although they are of administrators or have another username than the entry. */
  readonly confirmedUserIds: ReadonlySet<number>;
  readonly isReserved: (username: string) => boolean;
}

/** An entry that is not synchronized, or not completely. */
export interface SyncProblem {
  readonly kind: SyncProblemKind;
  /** As the directory has it. */
  readonly name: string;
}

export interface UserRef {
  readonly userId: number;
  readonly username: string;
}

export interface GroupRef {
  readonly groupId: number;
  readonly name: string;
}

export interface PlannedUser extends AccountFields {
  readonly externalId: string;
}

export interface PlannedChange extends UserRef {
  readonly before: AccountFields;
  readonly after: AccountFields;
}

/** New members are named by external ids, because their accounts and groups may not exist yet. */
export interface PlannedMember {
  readonly groupExternalId: string;
  readonly groupName: string;
  readonly userExternalId: string;
  readonly username: string;
}

/** What a synchronization changes, in the order in which it must be applied. */
export interface SyncPlan {
  readonly enabledUsers: readonly UserRef[];
  readonly deletedUsers: readonly UserRef[];
  readonly disabledUsers: readonly UserRef[];
  /** In an order in which no name is assigned before it is free. */
  readonly changedUsers: readonly PlannedChange[];
  readonly linkedUsers: readonly (UserRef & { readonly externalId: string })[];
  readonly addedUsers: readonly PlannedUser[];
  readonly renamedGroups: readonly (GroupRef & { readonly before: string })[];
  readonly linkedGroups: readonly (GroupRef & { readonly externalId: string })[];
  readonly addedGroups: readonly { readonly externalId: string; readonly name: string }[];
  readonly removedMembers: readonly (UserRef & { readonly groupId: number; readonly groupName: string })[];
  readonly addedMembers: readonly PlannedMember[];
  /** Linked, but managed here: the source was off in the meantime. */
  readonly resumedUsers: readonly UserRef[];
  readonly resumedGroups: readonly GroupRef[];
  /** No longer in the directory: remain without members, and are managed here from now on. */
  readonly releasedGroups: readonly GroupRef[];
  /** Accounts of administrators, or with the email of the entry only: linked if an administrator confirms it. */
  readonly unconfirmedUsers: readonly (UserRef & { readonly externalId: string })[];
  /** Accounts that would be removed but must not be. */
  readonly protectedUsers: readonly UserRef[];
  readonly problems: readonly SyncProblem[];
}
