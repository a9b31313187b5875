import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import type { Actor, Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { AuthService } from '../auth/index.ts';
import { resolveGroupNames } from '../groups/index.ts';
import type { SettingsService } from '../settings/index.ts';
import { requireManagedHere } from '../users/index.ts';
import { requireCredentials, requireUsableKeys } from './directory-account.ts';
import { countLinkedUsers, type LinkedUsers, listIdentityIdsAt } from './identities.queries.ts';
import { providerSnapshot } from './identity-providers.present.ts';
import { type ProviderChange, requireCallableUrl, toFields } from './provider-change.ts';
import { providerSecretKinds, storeSecrets } from './provider-secrets.ts';
import * as queries from './providers.queries.ts';

/** More providers than any sign-in page can show. */
const maxProviders = 20;

export interface ProvidersService {
  /** In the order in which they were added. */
  list(): Promise<queries.ProviderRow[]>;
  /** Of each provider with linked users. */
  countLinkedUsers(): Promise<LinkedUsers[]>;
  /** @throws openid_provider_not_found */
  get(name: string): Promise<queries.ProviderRow>;
  /** The enabled provider with this name, the first one without a name. @throws openid_provider_not_found */
  getEnabled(name: string | undefined): Promise<queries.ProviderRow>;
  /**
   * Adds a provider.
   * @throws openid_provider_name_taken, openid_provider_limit_reached, openid_base_url_placeholder,
   * openid_base_url_refused, openid_secret_needed, openid_directory_incomplete,
   * openid_google_key_invalid, openid_okta_key_invalid, group_name_unknown, managed_elsewhere
   */
  add(actor: Actor, origin: Origin, change: ProviderChange): Promise<queries.ProviderRow>;
  /** Replaces the first provider, or adds one if there is none. @throws as `add` */
  saveFirst(actor: Actor, origin: Origin, change: ProviderChange): Promise<queries.ProviderRow>;
  /** @throws openid_provider_not_found, and as `add` */
  update(actor: Actor, origin: Origin, name: string, change: ProviderChange): Promise<queries.ProviderRow>;
  /** Deletes the provider with all links, and ends the sessions that it began. @throws openid_provider_not_found */
  remove(origin: Origin, name: string): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Pick<Secrets, 'set'>;
  readonly outbound: Pick<Outbound, 'isListedHost'>;
  readonly settings: Pick<SettingsService, 'patchWithin'>;
  readonly auth: Pick<AuthService, 'external'>;
}

interface Author {
  readonly actor: Actor;
  readonly origin: Origin;
}

export function createProvidersService(dependencies: Dependencies): ProvidersService {
  const { db, events, secrets, outbound, settings, auth } = dependencies;

  async function setMapping(tx: Tx, actor: Actor, id: number, change: ProviderChange): Promise<void> {
    const { group_mapping } = change;
    if (group_mapping === undefined) return;
    const names = [...new Set(group_mapping.map(({ group }) => group))];
    const groups = await resolveGroupNames(tx, names, 'group_mapping');
    for (const { managed_by, name } of groups) requireManagedHere(actor, { managed_by }, { group: name });
    const ids = new Map(groups.map((group) => [group.name, group.id]));
    const mapping = group_mapping.map(({ claim, group }) => ({ claim, groupId: ids.get(group) ?? 0 }));
    await queries.setGroupMapping(tx, id, mapping);
  }

  async function save(
    tx: Tx,
    { actor, origin }: Author,
    change: ProviderChange,
    before: queries.ProviderRow | undefined,
  ): Promise<queries.ProviderRow> {
    requireCallableUrl(change.base_url, outbound);
    const fields = toFields(change, before);
    const isSameRecipient = before && before.base_url === fields.base_url;
    // a stored secret is not sent to another server, which could read it
    if (!change.client_secret && !(isSameRecipient && before.secrets.includes(providerSecretKinds.client_secret)))
      throw new DomainError('openid_secret_needed', { field: 'client_secret' });
    requireUsableKeys(change);
    requireCredentials(fields, change, before);
    if (before) await queries.setProvider(tx, before.id, fields);
    const id = before?.id ?? (await queries.insertProvider(tx, fields));
    const stored = await storeSecrets(secrets, tx, id, change);
    await setMapping(tx, actor, id, change);
    const { create_account, username_handling } = change;
    const accounts = { openid_create_account: create_account, openid_username_handling: username_handling };
    await settings.patchWithin(tx, actor, origin, accounts);
    const after = await queries.findProviderById(tx, id);
    if (!after) throw new Error('the saved provider was not found');
    const isEnded =
      before && (!after.is_enabled || before.base_url !== after.base_url || before.client_id !== after.client_id);
    if (isEnded) await auth.external.endSessions(tx, origin, await listIdentityIdsAt(tx, id));
    const snapshots = { before: before ? providerSnapshot(before) : null, after: providerSnapshot(after) };
    if (stored.length > 0 || !isDeepStrictEqual(snapshots.before, snapshots.after))
      await events.publish(tx, 'identity-provider.modified', origin, { ...snapshots, secrets: stored });
    return after;
  }

  function requireRoom(existing: readonly unknown[]): void {
    if (existing.length >= maxProviders) throw new DomainError('openid_provider_limit_reached');
  }

  async function get(name: string): Promise<queries.ProviderRow> {
    const provider = await queries.findProvider(db, name);
    if (!provider) throw new DomainError('openid_provider_not_found');
    return provider;
  }

  return {
    list: () => queries.listProviders(db),
    countLinkedUsers: () => countLinkedUsers(db),
    get,
    async getEnabled(name) {
      const providers = await queries.listProviders(db);
      const provider = providers.find((each) => each.is_enabled && (name === undefined || each.name === name));
      if (!provider) throw new DomainError('openid_provider_not_found');
      return provider;
    },
    add: (actor, origin, change) =>
      inTransaction(db, async (tx) => {
        requireRoom(await queries.lockProviders(tx));
        return save(tx, { actor, origin }, change, undefined);
      }),
    saveFirst: (actor, origin, change) =>
      inTransaction(db, async (tx) => save(tx, { actor, origin }, change, (await queries.lockProviders(tx))[0])),
    update: (actor, origin, name, change) =>
      inTransaction(db, async (tx) => {
        const before = (await queries.lockProviders(tx)).find((each) => each.name === name);
        if (!before) throw new DomainError('openid_provider_not_found');
        return save(tx, { actor, origin }, change, before);
      }),
    remove: (origin, name) =>
      inTransaction(db, async (tx) => {
        const provider = (await queries.lockProviders(tx)).find((each) => each.name === name);
        if (!provider) throw new DomainError('openid_provider_not_found');
        await auth.external.endSessions(tx, origin, await listIdentityIdsAt(tx, provider.id));
        await queries.deleteProvider(tx, provider.id);
        await events.publish(tx, 'identity-provider.removed', origin, { provider: providerSnapshot(provider) });
      }),
  };
}
