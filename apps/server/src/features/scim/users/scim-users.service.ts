import { type Database, inTransaction, type Tx } from '../../../platform/database/database.ts';
import type { Events } from '../../../platform/events/events.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SettingsService } from '../../settings/index.ts';
import type { ManagedUsers, UserAccess } from '../../users/index.ts';
import { type ClientContext, managedByScim } from '../client-context.ts';
import type { ListQuery } from '../protocol/list-query.ts';
import { patchDocument } from '../protocol/patch-document.ts';
import type { PatchOperation } from '../protocol/patch-operations.ts';
import { type Document, readResource } from '../protocol/read-resource.ts';
import { userAttributes, userSchema } from '../protocol/schemas.ts';
import { ScimError } from '../protocol/scim-error.ts';
import { requireVersion } from '../protocol/version.ts';
import type { RemovalLimit } from '../removals/removal-limit.ts';
import { createUserChange, type LockedUser, requireNotIssuer } from './change-scim-user.ts';
import { disableOverScim } from './disable-over-scim.ts';
import { managedFields } from './managed-fields.ts';
import { type Presented, presentScimUser } from './present-scim-user.ts';
import { readScimUser } from './read-scim-user.ts';
import * as queries from './scim-users.queries.ts';
import { isResourceId } from './user-filter.queries.ts';

/** The requests about accounts. All of them throw ScimError, and errors of the users feature. */
export interface ScimUsersService {
  list(query: ListQuery): Promise<{ readonly resources: readonly Presented[]; readonly total: number }>;
  get(id: string): Promise<Presented>;
  /** Adds an account, or adopts the one whose resource a client deleted before. */
  add(context: ClientContext, body: Readonly<Record<string, unknown>>): Promise<Presented>;
  replace(context: ClientContext, id: string, body: Readonly<Record<string, unknown>>): Promise<Presented>;
  patch(context: ClientContext, id: string, operations: readonly PatchOperation[]): Promise<Presented>;
  /** Deletes, disables or releases the account, as the settings say. Returns its userName. */
  remove(context: ClientContext, id: string): Promise<string>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly users: ManagedUsers;
  readonly access: UserAccess;
  readonly removals: Pick<RemovalLimit, 'count' | 'watch'>;
  /** The address of the SCIM server. */
  readonly base: () => string;
}

export function createScimUsersService(dependencies: Dependencies): ScimUsersService {
  const { db, events, clock, settings, users, access, removals, base } = dependencies;
  const changeUser = createUserChange(dependencies);
  const present = (row: queries.ScimUserRow) => presentScimUser(row, base());

  /** @throws ScimError notFound, outdated */
  async function lock(tx: Tx, { ifMatch }: ClientContext, scimId: string): Promise<Required<LockedUser>> {
    await users.lockAll(tx);
    const found = isResourceId(scimId) ? await queries.findScimUser(tx, scimId) : undefined;
    const user = found && (await users.lock(tx, [found.id]))[0];
    const shown = user && (await queries.findScimUserOf(tx, user.id));
    if (!user || !shown) throw notFound(scimId);
    requireVersion(ifMatch, present(shown).version);
    return { user, shown };
  }

  async function presentAgain(tx: Tx, id: number): Promise<Presented> {
    const row = await queries.findScimUserOf(tx, id);
    if (!row) throw new Error('a changed account was not found');
    return present(row);
  }

  const change = (context: ClientContext, id: string, toDocument: (shown: queries.ScimUserRow) => Document) =>
    removals.watch(() =>
      inTransaction(db, async (tx) => {
        const locked = await lock(tx, context, id);
        if (!locked.shown) throw notFound(id);
        await changeUser(tx, context, locked, readScimUser(toDocument(locked.shown)));
        return presentAgain(tx, locked.user.id);
      }),
    );

  return {
    async list(query) {
      const { rows, total } = await queries.listScimUsers(db, query);
      return { resources: rows.map(present), total };
    },
    async get(id) {
      const row = isResourceId(id) ? await queries.findScimUser(db, id) : undefined;
      if (!row) throw notFound(id);
      return present(row);
    },
    async add(context, body) {
      const wanted = readScimUser(readResource(userAttributes, body));
      const { origin } = context;
      return inTransaction(db, async (tx) => {
        await users.lockAll(tx);
        const deleted = await queries.findDeletedUser(tx, wanted.stored.user_name);
        const former = deleted === undefined ? undefined : (await users.lock(tx, [deleted]))[0];
        if (former) {
          const isActive = wanted.isActive ?? true;
          await changeUser(tx, context, { user: former, shown: undefined }, { ...wanted, isActive });
          return presentAgain(tx, former.id);
        }
        if (await queries.isUserNameTaken(tx, wanted.stored.user_name, undefined))
          throw new ScimError('uniqueness', 'Another account has this userName');
        const managesPhone = wanted.fields.phone !== null;
        const management = { managedBy: managedByScim, fields: managedFields({ managesPhone, managesStatus: true }) };
        const ids = await users.addAll(tx, origin, [wanted.fields], management);
        const [id] = ids.values();
        if (id === undefined) throw new Error('an added account was not returned');
        await queries.storeScimUser(tx, id, wanted.stored);
        if (wanted.isActive === false) await disableOverScim(tx, access, origin, id);
        return presentAgain(tx, id);
      });
    },
    replace: (context, id, body) => {
      const document = readResource(userAttributes, body);
      return change(context, id, () => document);
    },
    patch: (context, id, operations) =>
      change(context, id, (shown) => {
        const { resource } = present(shown);
        // what is derived must not be stored as if the client had sent it
        const stored = readResource(userAttributes, { ...resource, displayName: shown.display_name });
        return patchDocument(userAttributes, userSchema, stored, operations);
      }),
    remove: (context, id) =>
      removals.watch(() =>
        inTransaction(db, async (tx) => {
          const { user, shown } = await lock(tx, context, id);
          if (user.managed_by !== managedByScim)
            throw new ScimError('refused', 'SCIM does not manage this account, so it cannot delete it');
          requireNotIssuer(context.client.issuedBy, user);
          const { origin } = context;
          const { scim_user_removal, scim_admin_removal } = await settings.get(tx);
          const behavior = user.is_admin ? scim_admin_removal : scim_user_removal;
          const userName = shown?.user_name ?? user.username;
          // clients disable an account long before they delete it
          if (behavior === 'delete' || (behavior === 'disable' && user.is_active)) await removals.count(tx, true);
          if (behavior === 'delete') {
            await access.remove(tx, { author: undefined, origin, ids: [user.id] });
            return userName;
          }
          if (behavior === 'disable' && user.is_active) await disableOverScim(tx, access, origin, user.id);
          await users.setManagement(tx, [user.id], null);
          await queries.markScimUserDeleted(tx, user.id, clock.now());
          await events.publish(tx, 'scim.user-released', origin, { user: { id: user.id, username: user.username } });
          return userName;
        }),
      ),
  };
}

function notFound(id: string): ScimError {
  return new ScimError('notFound', `There is no user ${id.slice(0, 100)}`);
}
