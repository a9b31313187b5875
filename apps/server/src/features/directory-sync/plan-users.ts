import type { DirectoryUser } from '../../ports/directory.ts';
import { loginName } from '../users/index.ts';
import { orderRenames } from './order-renames.ts';
import type {
  AccountFields,
  PlannedChange,
  PlannedUser,
  StoredUser,
  SyncProblem,
  SyncRules,
  UserRef,
} from './sync-state.ts';
import { type MappedUser, toAccount } from './to-account.ts';

export interface UserPlan {
  readonly changed: readonly PlannedChange[];
  readonly linked: readonly (UserRef & { readonly externalId: string })[];
  readonly added: readonly PlannedUser[];
  readonly unconfirmed: readonly (UserRef & { readonly externalId: string })[];
  readonly problems: readonly SyncProblem[];
}

interface Sources {
  /** Ordered by external id, each once. */
  readonly entries: readonly DirectoryUser[];
  readonly users: readonly StoredUser[];
  /** Accounts that are deleted before: their names are free. */
  readonly deletedIds: ReadonlySet<number>;
  readonly rules: SyncRules;
}

const keysOf = ({ username, email }: Pick<AccountFields, 'username' | 'email'>) => [
  `name:${loginName(username)}`,
  `mail:${loginName(email)}`,
];

/** Which accounts are changed, linked to entries, and added. */
export function planUsers({ entries, users, deletedIds, rules }: Sources): UserPlan {
  const problems: SyncProblem[] = [];
  const remaining = users.filter(({ id }) => !deletedIds.has(id));
  const byId = new Map(remaining.map((user) => [user.id, user]));
  const linkedTo = new Map(
    remaining.flatMap((user) => (user.externalId === undefined ? [] : [[user.externalId, user]])),
  );
  const holders = new Map(remaining.flatMap((user) => keysOf(user).map((key) => [key, user.id] as const)));
  const managesFields = rules.target !== 'groups';

  const mapped = new Map(entries.map((entry) => [entry.externalId, toAccount(entry)]));
  const changed = managesFields ? planChanges(entries.filter(({ externalId }) => linkedTo.has(externalId))) : [];
  const linked: (UserRef & { externalId: string })[] = [];
  const unconfirmed: (UserRef & { externalId: string })[] = [];
  const added: PlannedUser[] = [];
  const linkedIds = new Set<number>();
  // an account that must not be used is neither added nor linked
  for (const entry of entries) if (entry.isActive && !linkedTo.has(entry.externalId)) planUnlinked(entry);
  return { changed, linked, unconfirmed, added, problems };

  function report(name: string, kind: SyncProblem['kind']): void {
    problems.push({ kind, name });
  }

  /** Changes of fields of accounts that are linked. An entry that cannot be mapped leaves its account as it is. */
  function planChanges(linkedEntries: readonly DirectoryUser[]): PlannedChange[] {
    const wanted = linkedEntries.flatMap((entry) => {
      const user = linkedTo.get(entry.externalId);
      const { fields, problem } = mapped.get(entry.externalId) as MappedUser;
      if (problem) report(entry.username, problem);
      if (!user || !fields) return [];
      const allowed = withoutReserved(user, fields);
      if (isSame(user, allowed)) return [];
      return [{ id: user.id, user, fields: allowed, held: keysOf(user), wanted: keysOf(allowed) }];
    });
    const { ordered, blocked } = orderRenames(wanted, holders);
    for (const { fields } of blocked) report(fields.username, 'name_taken');
    const withoutRename = blocked.flatMap(({ user, fields }) => {
      const kept = { ...fields, username: user.username, email: user.email };
      return isSame(user, kept) ? [] : [{ user, fields: kept }];
    });
    return [...withoutRename, ...ordered].map(({ user, fields }) => toChange(user, fields));
  }

  /** The fields, with the present username if the new one is reserved. */
  function withoutReserved(user: StoredUser, fields: AccountFields): AccountFields {
    // as for other changes, an account that already has such a name retains it
    if (loginName(user.username) === loginName(fields.username) || !rules.isReserved(fields.username)) return fields;
    report(fields.username, 'username_reserved');
    return { ...fields, username: user.username };
  }

  function planUnlinked(entry: DirectoryUser): void {
    const { fields, problem } = mapped.get(entry.externalId) as MappedUser;
    if (!fields) {
      if (managesFields) report(entry.username, problem);
      return;
    }
    const found = new Set(keysOf(fields).flatMap((key) => holders.get(key) ?? []));
    const [id] = found;
    if (id === undefined) planNew(entry, fields);
    else if (found.size > 1 || linkedIds.has(id)) report(fields.username, 'name_taken');
    else planLink(entry.externalId, byId.get(id), fields);
  }

  function planNew({ externalId }: DirectoryUser, fields: AccountFields): void {
    if (!managesFields) return;
    if (rules.isReserved(fields.username)) {
      report(fields.username, 'username_reserved');
      return;
    }
    added.push({ externalId, ...fields });
    // no account has this id
    for (const key of keysOf(fields)) holders.set(key, 0);
    linkedIds.add(0);
  }

  function planLink(externalId: string, user: StoredUser | undefined, fields: AccountFields): void {
    // a new entry must not take over the account of another one, whose devices it would get
    if (!user || user.externalId !== undefined) {
      report(fields.username, 'name_taken');
      return;
    }
    // two systems would change the account by turns
    if (user.managed_by !== null || user.isLinkedElsewhere) {
      report(fields.username, 'managed_elsewhere');
      return;
    }
    const link = { userId: user.id, username: user.username, externalId };
    // people can often change their email in the directory, so it does not prove who they are
    const isSameName = loginName(user.username) === loginName(fields.username);
    if ((user.adminGroupIds.length > 0 || !isSameName) && !rules.confirmedUserIds.has(user.id)) {
      unconfirmed.push(link);
      return;
    }
    linked.push(link);
    linkedIds.add(user.id);
    if (!managesFields) return;
    const allowed = withoutReserved(user, fields);
    if (isSame(user, allowed)) return;
    // both names belong to this account or to none
    for (const key of keysOf(user)) holders.delete(key);
    for (const key of keysOf(allowed)) holders.set(key, user.id);
    changed.push(toChange(user, allowed));
  }
}

const fieldNames = ['username', 'first_name', 'last_name', 'email', 'phone'] as const;

function isSame(user: AccountFields, fields: AccountFields): boolean {
  return fieldNames.every((name) => user[name] === fields[name]);
}

function toChange(user: StoredUser, after: AccountFields): PlannedChange {
  const { id, username, first_name, last_name, email, phone } = user;
  return { userId: id, username, before: { username, first_name, last_name, email, phone }, after };
}
