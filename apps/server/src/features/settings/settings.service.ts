import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import { defaultSettings, protectedSettings, type Settings } from '@gatewarden/contract/settings';
import { type Actor, type Origin, requireReauthentication } from '../../platform/actor.ts';
import { type Database, inSnapshot, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { type Secrets, UnreadableSecretError } from '../../platform/secrets/secrets.ts';
import { defaultLogos } from './default-logos.ts';
import { isMailConfigured, type MailSettings, readMailSettings } from './mail-settings.ts';
import { omitUnavailable, requireAvailable } from './require-available.ts';
import { readSecretChange, type SecretChange } from './secret-change.ts';
import { toSettingsSnapshot } from './settings.events.ts';
import * as queries from './settings.queries.ts';

/** Undefined means unchanged. */
export type SettingsChanges = { readonly [Name in keyof Settings]?: Settings[Name] | null | undefined };

/** Settings that environment variables determine; their stored values have no effect. */
export type FixedSettings = Partial<Pick<Settings, 'reauthentication_minutes'>>;

type ChangeEvent = 'changed' | 'replaced' | 'branding-restored';

export interface SettingsService {
  /** Without the SMTP password. */
  get(reader?: Database | Tx): Promise<Settings>;
  /**
   * Absent and null both mean unchanged, as the interface specifies for PATCH; the password follows `readSecretChange`.
   * Publishes no event if nothing changes.
   * @throws setting_unavailable; smtp_not_configured if notifications are on that could not be sent; smtp_password_needed
   * if the stored password would be sent to another mail server; setting_from_environment; proof_required,
   * session_required for settings that protect accounts
   */
  patch(actor: Actor, origin: Origin, changes: SettingsChanges): Promise<void>;
  /** As `patch`, but null clears a setting. The contract turns absent mail settings into null. @throws as `patch` */
  replace(actor: Actor, origin: Origin, settings: SettingsChanges): Promise<void>;
  /** Restores the product's name and logos. */
  restoreBranding(actor: Actor, origin: Origin): Promise<void>;
  /** How mails are sent; undefined while SMTP is not configured. */
  mail(): Promise<MailSettings | undefined>;
  /** How long a proof of identity is valid; 0: none is ever required. `stored` is the stored setting, if there is one. */
  reauthenticationMinutes(stored: number | null): number;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly fixed: FixedSettings;
}

const { instance_name, main_logo_url, nav_logo_url } = defaultSettings;
const defaultBranding = { instance_name, main_logo_url, nav_logo_url };

const smtpPassword = { kind: 'smtp-password', owner: 'instance' };

export function createSettingsService({ db, events, secrets, fixed }: Dependencies): SettingsService {
  const withFixed = (settings: Settings): Settings => ({
    ...settings,
    ...fixed,
    settings_from_environment: Object.keys(fixed),
  });

  /** Null if it cannot be decrypted, so that it can be replaced. */
  async function findPassword(tx: Tx): Promise<string | null | undefined> {
    try {
      return await secrets.get(tx, smtpPassword);
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      return null;
    }
  }

  /** Returns whether the stored password changed. */
  async function changePassword(tx: Tx, change: SecretChange): Promise<boolean> {
    if (change.kind === 'keep') return false;
    const wanted = change.kind === 'replace' ? change.value : undefined;
    if ((await findPassword(tx)) === wanted) return false;
    if (wanted === undefined) await secrets.delete(tx, smtpPassword);
    else await secrets.set(tx, smtpPassword, wanted);
    return true;
  }

  const change = (actor: Actor, origin: Origin, sent: SettingsChanges, event: ChangeEvent) =>
    inTransaction(db, async (tx) => {
      const { smtp_password, ...changes } = omitFixed(sent, fixed);
      const stored = await queries.lockSettings(tx);
      requireAvailable(changes, stored);
      const wanted = clearDefaultLogos({ ...stored, ...omitUnavailable(changes) });
      await queries.setSettings(tx, wanted);
      const secret = readSecretChange(smtp_password, Boolean(wanted.smtp_user));
      const isPasswordNew = await changePassword(tx, secret);
      const before = withFixed(stored);
      const after = withFixed(await queries.getSettings(tx));
      // any password that is sent counts, also the stored one: the response must not reveal which one is stored
      const isProtectedChanged =
        isPasswordNew ||
        secret.kind === 'replace' ||
        protectedSettings.some((name) => !isDeepStrictEqual(before[name], after[name]));
      if (isProtectedChanged) requireReauthentication(actor);
      const isPasswordKept = secret.kind === 'keep' && after.smtp_password_set;
      if (isPasswordKept && after.smtp_server && after.smtp_server !== before.smtp_server)
        throw new DomainError('smtp_password_needed', { field: 'smtp_password' });
      if (after.gateway_disconnect_notifications_enabled && !isMailConfigured(after))
        throw new DomainError('smtp_not_configured');
      if (!isPasswordNew && isDeepStrictEqual(before, after)) return;
      const difference = { before: toSettingsSnapshot(before), after: toSettingsSnapshot(after) };
      if (event === 'branding-restored') await events.publish(tx, 'settings.branding-restored', origin, difference);
      else await events.publish(tx, 'settings.modified', origin, { ...difference, isWhole: event === 'replaced' });
    });

  return {
    get: async (reader = db) => withFixed(await queries.getSettings(reader)),
    patch: (actor, origin, changes) =>
      change(
        actor,
        origin,
        Object.fromEntries(
          Object.entries(changes).filter(([name, value]) => value !== null || name === 'smtp_password'),
        ),
        'changed',
      ),
    replace: (actor, origin, settings) => change(actor, origin, settings, 'replaced'),
    restoreBranding: (actor, origin) => change(actor, origin, defaultBranding, 'branding-restored'),
    mail: () =>
      // the password must belong to the server that it is sent to
      inSnapshot(db, async (tx) =>
        readMailSettings(await queries.getSettings(tx), (await secrets.get(tx, smtpPassword)) ?? null),
      ),
    reauthenticationMinutes: (stored) =>
      fixed.reauthentication_minutes ?? stored ?? defaultSettings.reauthentication_minutes,
  };
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
