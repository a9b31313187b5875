import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import {
  defaultSettings,
  licensedSettings,
  protectedSettings,
  type Settings,
  secretSettings,
} from '@gatewarden/contract/settings';
import { type Actor, type Origin, requireReauthentication } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { LicenceService } from '../licence/index.ts';
import { defaultLogos } from './default-logos.ts';
import { applyLogos } from './logos/logo-settings.ts';
import { omitUnavailable, requireAvailable } from './require-available.ts';
import { toSettingsSnapshot } from './settings.events.ts';
import * as queries from './settings.queries.ts';
import { createSettingsSecrets, requireSentSecrets, type SettingsSecret } from './settings-secrets.ts';

/** Undefined means unchanged. */
export type SettingsChanges = { readonly [Name in keyof Settings]?: Settings[Name] | null | undefined };

/** Settings that environment variables determine; their stored values have no effect. */
export type FixedSettings = Partial<Pick<Settings, 'reauthentication_minutes'>>;

type ChangeEvent = 'changed' | 'replaced' | 'branding-restored';

/** What a feature adds to the settings of its section. */
export interface SettingsSectionRules {
  readonly secret?: SettingsSecret;
  /** Refuses settings that contradict each other. @throws DomainError */
  readonly check?: (settings: Settings) => void;
  /** Sets the settings of the section that the product determines; requests may contain them without effect. */
  readonly derive?: (change: { readonly before: Settings; readonly wanted: Settings }) => Partial<Settings>;
}

export interface SettingsService {
  /** Without secrets. */
  get(reader?: Database | Tx): Promise<Settings>;
  /**
   * Absent and null both mean unchanged, as the interface specifies for PATCH; secrets follow `readSecretChange`.
   * Publishes no event if nothing changes.
   * @throws setting_unavailable; setting_from_environment; proof_required, session_required for settings that protect
   * accounts; enterprise_required for settings of licensed features; logo_not_found, logo_too_large; the errors of the
   * sections and of license keys
   */
  patch(actor: Actor, origin: Origin, changes: SettingsChanges): Promise<void>;
  /** As `patch`, as a part of a larger change. */
  patchWithin(tx: Tx, actor: Actor, origin: Origin, changes: SettingsChanges): Promise<void>;
  /** As `patch`, but null clears a setting. The contract turns absent mail settings into null. @throws as `patch` */
  replace(actor: Actor, origin: Origin, settings: SettingsChanges): Promise<void>;
  /** Stores what the product determines, without an event. */
  record(tx: Tx, changes: Pick<Settings, 'ldap_sync_status'>): Promise<void>;
  /** Restores the product's name and logos. */
  restoreBranding(actor: Actor, origin: Origin): Promise<void>;
  /** How long a proof of identity is valid; 0: none is ever required. `stored` is the stored setting, if there is one. */
  reauthenticationMinutes(stored: number | null): number;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly fixed: FixedSettings;
  readonly sections: readonly SettingsSectionRules[];
  readonly licence: Pick<LicenceService, 'change' | 'requireFeature'>;
}

const { instance_name, main_logo_url, nav_logo_url } = defaultSettings;
const defaultBranding = { instance_name, main_logo_url, nav_logo_url };

export function createSettingsService({
  db,
  events,
  secrets,
  fixed,
  sections,
  licence,
}: Dependencies): SettingsService {
  const storedSecrets = sections.flatMap(({ secret = [] }) => secret);
  const sectionSecrets = createSettingsSecrets(secrets, storedSecrets);
  const withFixed = (settings: Settings): Settings => ({
    ...settings,
    ...fixed,
    settings_from_environment: Object.keys(fixed),
  });

  async function changeWithin(
    tx: Tx,
    { actor, origin }: { readonly actor: Actor; readonly origin: Origin },
    sent: SettingsChanges,
    event: ChangeEvent,
  ): Promise<void> {
    const changes = omitFixed(sent, fixed);
    const stored = await queries.lockSettings(tx, storedSecrets);
    requireAvailable(changes, stored);
    await requireLicensed(tx, changes, stored, licence);
    const isLicenseNew = await licence.change(tx, origin, changes.license);
    const { license: _license, ...others } = omitUnavailable(changes);
    const requested = clearDefaultLogos({ ...stored, ...others });
    const derived = sections.map(({ derive }) => derive?.({ before: stored, wanted: requested }));
    const wanted: Settings = Object.assign(requested, ...derived);
    await queries.setSettings(tx, wanted, storedSecrets);
    const sentSecrets = sectionSecrets.read(changes, wanted);
    const isSecretNew = await sectionSecrets.apply(tx, sentSecrets);
    const before = withFixed(stored);
    const after = withFixed(await queries.getSettings(tx, storedSecrets));
    // any secret that is sent counts, also the stored one: the response must not reveal which one is stored
    const isProtectedChanged =
      isSecretNew ||
      sentSecrets.some(({ change }) => change.kind === 'replace') ||
      protectedSettings.some((name) => !isDeepStrictEqual(before[name], after[name]));
    if (isProtectedChanged) requireReauthentication(actor);
    requireSentSecrets(sentSecrets, before, after);
    for (const { check } of sections) check?.(after);
    await applyLogos(tx, before, after);
    if (!isSecretNew && !isLicenseNew && isDeepStrictEqual(before, after)) return;
    const difference = { before: toSettingsSnapshot(before), after: toSettingsSnapshot(after) };
    if (event === 'branding-restored') await events.publish(tx, 'settings.branding-restored', origin, difference);
    else await events.publish(tx, 'settings.modified', origin, { ...difference, isWhole: event === 'replaced' });
  }

  const change = (actor: Actor, origin: Origin, sent: SettingsChanges, event: ChangeEvent) =>
    inTransaction(db, (tx) => changeWithin(tx, { actor, origin }, sent, event));

  /** Null means unchanged, except for secrets. */
  const omitNull = (changes: SettingsChanges): SettingsChanges =>
    Object.fromEntries(
      Object.entries(changes).filter(
        ([name, value]) => value !== null || storedSecrets.some(({ field }) => field === name),
      ),
    );

  return {
    get: async (reader = db) => withFixed(await queries.getSettings(reader, storedSecrets)),
    patch: (actor, origin, changes) => change(actor, origin, omitNull(changes), 'changed'),
    patchWithin: (tx, actor, origin, changes) => changeWithin(tx, { actor, origin }, omitNull(changes), 'changed'),
    replace: (actor, origin, settings) => change(actor, origin, settings, 'replaced'),
    async record(tx, changes) {
      await queries.setSettings(tx, { ...(await queries.lockSettings(tx, storedSecrets)), ...changes }, storedSecrets);
    },
    restoreBranding: (actor, origin) => change(actor, origin, defaultBranding, 'branding-restored'),
    reauthenticationMinutes: (stored) =>
      fixed.reauthentication_minutes ?? stored ?? defaultSettings.reauthentication_minutes,
  };
}

/**
 * What is set continues to apply without a license, can be sent back, and can be turned off. Secrets can be replaced: other
 * systems rotate theirs.
 * @throws enterprise_required
 */
async function requireLicensed(
  tx: Tx,
  changes: Partial<Settings>,
  stored: Settings,
  licence: Pick<LicenceService, 'requireFeature'>,
): Promise<void> {
  const isSecret = (name: string) => (secretSettings as readonly string[]).includes(name);
  for (const [name, feature] of Object.entries(licensedSettings)) {
    const [value, current] = [changes[name as keyof Settings], stored[name as keyof Settings]];
    const isChanged = value !== undefined && !isDeepStrictEqual(value || null, current || null);
    if (isChanged && value !== false && !isSecret(name)) await licence.requireFeature(feature, tx);
  }
}

/** Clients may send back the values that they read. @throws setting_from_environment for another value */
function omitFixed(changes: SettingsChanges, fixed: FixedSettings): Partial<Settings> {
  const isFixed = (name: string): name is keyof FixedSettings => name in fixed;
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  for (const [field, value] of defined) {
    if (isFixed(field) && value !== fixed[field]) throw new DomainError('setting_from_environment', { field });
  }
  return Object.fromEntries(defined.filter(([name]) => !isFixed(name)));
}

/** Callers send back what they read: `withDefaultLogos` replaced empty logo addresses by the product's logos. */
function clearDefaultLogos(settings: Settings): Settings {
  return {
    ...settings,
    main_logo_url: settings.main_logo_url === defaultLogos.main ? '' : settings.main_logo_url,
    nav_logo_url: settings.nav_logo_url === defaultLogos.nav ? '' : settings.nav_logo_url,
  };
}
