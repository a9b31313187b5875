import { isDeepStrictEqual } from 'node:util';
import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { updateOpenidApp } from '@gatewarden/contract/openid-apps';
import type { Origin } from '../../platform/actor.ts';
import { hashToken, randomAlphanumeric } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { resolveGroupNames } from '../groups/index.ts';
import { findUser } from '../users/index.ts';
import { type NewApp, toAppValues } from './app-values.ts';
import * as consents from './consents.queries.ts';
import { toAppSnapshot } from './openid-apps.events.ts';
import { presentAppValues } from './openid-apps.present.ts';
import * as queries from './openid-apps.queries.ts';
import type { AppCache } from './provider/app-cache.ts';

/** More applications than a company has; each is read with the list. */
const maxApps = 1_000;
/** As the interface specifies: letters and digits. */
const clientIdLength = 16;
/** 256 random bits in letters and digits, so that a hash suffices. The interface has 32 characters. */
const secretLength = 43;

export interface OpenidAppsService {
  /** Ordered by name. */
  list(): Promise<queries.ListedAppRow[]>;
  /** @throws openid_app_not_found */
  get(clientId: string): Promise<queries.ListedAppRow>;
  /**
   * `secret` is shown once and stored only as a hash; empty if the application has none.
   * @throws openid_app_limit_reached, openid_app_name_taken, group_name_unknown, and as `toAppValues`
   */
  add(origin: Origin, app: NewApp): Promise<{ readonly app: queries.ListedAppRow; readonly secret: string }>;
  /**
   * Absent fields do not change. Users who may no longer use the application lose its tokens; if the scopes change, all
   * do, and are asked for their consent again.
   * @throws openid_app_not_found, openid_app_name_taken for another name, and as `add`
   */
  update(origin: Origin, clientId: string, changes: BodyOf<typeof updateOpenidApp>): Promise<void>;
  /** Disabling ends all tokens. @throws openid_app_not_found */
  setEnabled(origin: Origin, clientId: string, isEnabled: boolean): Promise<void>;
  /** @throws openid_app_not_found */
  remove(origin: Origin, clientId: string): Promise<void>;
  /** @throws openid_app_not_found, openid_app_has_no_secret */
  rotateSecret(origin: Origin, clientId: string, overlapHours: number): Promise<{ secret: string; until: Date | null }>;
  /** @throws openid_app_not_found */
  listUsers(clientId: string): Promise<queries.AppUserRow[]>;
  /** @throws user_not_found */
  listAuthorized(username: string): Promise<consents.AuthorizedAppRow[]>;
  listLauncher(userId: number): Promise<consents.LauncherRow[]>;
  /** @throws user_not_found, openid_authorization_not_found */
  removeAuthorization(origin: Origin, username: string, appId: number): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly cache: Pick<AppCache, 'clear'>;
}

export function createOpenidAppsService({ db, events, clock, cache }: Dependencies): OpenidAppsService {
  /** When it returns, requests of the protocol on this replica see the change; other replicas follow its event. */
  async function change<T>(run: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await inTransaction(db, run);
    cache.clear();
    return result;
  }

  async function get(clientId: string): Promise<queries.ListedAppRow> {
    const app = await queries.findListedApp(db, clientId);
    if (!app) throw new DomainError('openid_app_not_found');
    return app;
  }

  async function lock(tx: Tx, clientId: string): Promise<queries.AppRow> {
    const app = await queries.lockApp(tx, clientId);
    if (!app) throw new DomainError('openid_app_not_found');
    return app;
  }

  async function reread(tx: Tx, clientId: string): Promise<queries.AppRow> {
    const app = await queries.findApp(tx, clientId);
    if (!app) throw new Error('the application was not found in its own transaction');
    return app;
  }

  async function setGroups(tx: Tx, id: number, app: NewApp): Promise<void> {
    const allowed = await resolveGroupNames(tx, app.allowed_groups, 'allowed_groups');
    const shown = await resolveGroupNames(tx, app.shown_groups, 'shown_groups');
    await queries.setAppGroups(tx, 'openid_app_group', id, allowed.map(idOf));
    await queries.setAppGroups(tx, 'openid_app_shown_group', id, shown.map(idOf));
  }

  /** What a change takes away ends in its transaction. */
  async function endLostAccess(tx: Tx, before: queries.AppRow, after: queries.AppRow): Promise<void> {
    if (!isDeepStrictEqual(before.scopes, after.scopes)) await consents.deleteConsentsOfApp(tx, after.id);
    const endsAll =
      !after.is_enabled ||
      !isDeepStrictEqual(before.scopes, after.scopes) ||
      before.subject !== after.subject ||
      before.authentication !== after.authentication ||
      (after.requires_mfa && !before.requires_mfa);
    if (endsAll) return endAll(tx, after.id);
    if (before.redirect_uris.some((uri) => !after.redirect_uris.includes(uri)))
      await consents.deleteCodesOfApp(tx, after.id);
    await consents.deleteGrantsOutsideGroups(tx, after.id);
  }

  return {
    list: () => queries.listApps(db),
    get,
    async add(origin, app) {
      const values = toAppValues(app);
      const secret = values.authentication === 'secret' ? randomAlphanumeric(secretLength) : '';
      const clientId = randomAlphanumeric(clientIdLength);
      const now = clock.now();
      await change(async (tx) => {
        await queries.lockApps(tx);
        if ((await queries.countApps(tx)) >= maxApps) throw new DomainError('openid_app_limit_reached');
        await requireFreeName(tx, values.name);
        const hashed = secret === '' ? null : hashToken(secret);
        const id = await queries.insertApp(tx, {
          ...values,
          client_id: clientId,
          created_at: now,
          secret_hash: hashed,
          secret_created_at: hashed && now,
        });
        await setGroups(tx, id, app);
        await events.publish(tx, 'openid-app.added', origin, { app: toAppSnapshot(await reread(tx, clientId)) });
      });
      return { app: await get(clientId), secret };
    },
    update: (origin, clientId, changes) =>
      change(async (tx) => {
        const before = await lock(tx, clientId);
        const wanted = { ...presentAppValues(before), ...withoutUndefined(changes) };
        const keepsRestriction = before.is_restricted && changes.allowed_groups === undefined;
        const values = toAppValues(wanted);
        if (values.name !== before.name) {
          await queries.lockApps(tx);
          await requireFreeName(tx, values.name);
        }
        await queries.setApp(tx, before.id, {
          ...values,
          is_restricted: values.is_restricted || keepsRestriction,
          filters_groups: values.filters_groups || (before.filters_groups && changes.shown_groups === undefined),
        });
        await setGroups(tx, before.id, wanted);
        const after = await reread(tx, clientId);
        if (isDeepStrictEqual({ ...before, version: '' }, { ...after, version: '' })) return;
        await endLostAccess(tx, before, after);
        const payload = { before: toAppSnapshot(before), after: toAppSnapshot(after) };
        await events.publish(tx, 'openid-app.modified', origin, payload);
      }),
    setEnabled: (origin, clientId, isEnabled) =>
      change(async (tx) => {
        const app = await lock(tx, clientId);
        if (app.is_enabled === isEnabled) return;
        await queries.setAppEnabled(tx, app.id, isEnabled);
        if (!isEnabled) await endAll(tx, app.id);
        const snapshot = toAppSnapshot({ ...app, is_enabled: isEnabled });
        await events.publish(tx, 'openid-app.state-changed', origin, { app: snapshot });
      }),
    remove: (origin, clientId) =>
      change(async (tx) => {
        const app = await lock(tx, clientId);
        await queries.deleteApp(tx, app.id);
        await events.publish(tx, 'openid-app.removed', origin, { app: toAppSnapshot(app) });
      }),
    rotateSecret: (origin, clientId, overlapHours) =>
      change(async (tx) => {
        const app = await lock(tx, clientId);
        if (app.authentication !== 'secret') throw new DomainError('openid_app_has_no_secret');
        const now = clock.now();
        const secret = randomAlphanumeric(secretLength);
        const until = overlapHours > 0 && app.secret_hash ? new Date(now.getTime() + overlapHours * 3_600_000) : null;
        await queries.setAppSecrets(tx, app.id, {
          secret_hash: hashToken(secret),
          secret_created_at: now,
          former_secret_hash: until && app.secret_hash,
          former_secret_until: until,
        });
        // also what was obtained with a secret that became known
        if (!until) await consents.deleteClientTokens(tx, app.id);
        const payload = { app: toAppSnapshot(app), overlap_hours: overlapHours };
        await events.publish(tx, 'openid-app.secret-rotated', origin, payload);
        return { secret, until };
      }),
    listUsers: async (clientId) => queries.listAppUsers(db, (await get(clientId)).id),
    async listAuthorized(username) {
      const user = await findUser(db, username);
      if (!user) throw new DomainError('user_not_found');
      return consents.listAuthorizedApps(db, user.id);
    },
    listLauncher: (userId) => consents.listLauncherApps(db, userId),
    removeAuthorization: (origin, username, appId) =>
      change(async (tx) => {
        const user = await findUser(tx, username);
        if (!user) throw new DomainError('user_not_found');
        const app = (await consents.listAuthorizedApps(tx, user.id)).find(({ id }) => id === appId);
        if (!app || !(await consents.deleteConsent(tx, user.id, appId)))
          throw new DomainError('openid_authorization_not_found');
        const payload = { user: { id: user.id, username: user.username }, app: { id: app.id, name: app.name } };
        await events.publish(tx, 'openid-app.authorization-removed', origin, payload);
      }),
  };
}

async function requireFreeName(tx: Tx, name: string): Promise<void> {
  if (await queries.isAppNameTaken(tx, name)) throw new DomainError('openid_app_name_taken', { field: 'name' });
}

/** Ends every grant and token of the application. */
async function endAll(tx: Tx, appId: number): Promise<void> {
  await consents.deleteGrants(tx, { appId });
  await consents.deleteArtifactsOfApp(tx, appId);
}

const idOf = ({ id }: { readonly id: number }) => id;

function withoutUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
