import { DomainError } from '@gatewarden/contract/errors';
import type { EnterpriseSettings, Settings } from '@gatewarden/contract/settings';
import { type Actor, type Origin, requireReauthentication } from '../../platform/actor.ts';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { isMailConfigured, type MailSettings, readMailSettings } from './mail-settings.ts';
import { withoutSecrets } from './settings.events.ts';
import * as queries from './settings.queries.ts';
import { defaultSettings, ownLogos } from './settings-defaults.ts';

export type SettingsChanges = { readonly [Name in keyof Settings]?: Settings[Name] | null | undefined };

/** Settings that environment variables determine; the stored ones have no effect meanwhile. */
export type FixedSettings = Partial<Pick<Settings, 'reauthentication_minutes'>>;

/** Undefined means unchanged. */
type WholeSettings = { readonly [Name in keyof Settings]?: Settings[Name] | undefined };

export interface SettingsService {
  /** Without the SMTP password. */
  get(): Promise<Settings>;
  /**
   * Absent and null both mean unchanged, as the interface has it for PATCH. An empty password removes it.
   * @throws smtp_not_configured when mails are to be sent that could not be; smtp_password_needed when the saved password
   * would go to another mail server; setting_from_environment; proof_required, session_required for those that protect
   * accounts
   */
  patch(actor: Actor, origin: Origin, changes: SettingsChanges): Promise<void>;
  /** Null empties a setting, but for the password, of which callers are not told. @throws as `patch` */
  replace(actor: Actor, origin: Origin, settings: WholeSettings): Promise<void>;
  /** How mails are sent; undefined while SMTP is not configured. */
  mail(): Promise<MailSettings | undefined>;
  /** How long a proof of identity counts, 0: it is never asked for. `stored` is what the stored settings say, if anything. */
  reauthenticationMinutes(stored: number | null): number;
  /** What ordinary users are kept from. */
  restrictions(): Promise<EnterpriseSettings>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly cipher: Cipher;
  readonly fixed: FixedSettings;
}

const passwordContext = 'settings.smtp_password';

/** Settings by which a session that another person found could give itself more rights. */
const protects = ['reauthentication_minutes'] as const;

export function createSettingsService({ db, events, cipher, fixed }: Dependencies): SettingsService {
  const inForce = (settings: Settings): Settings => ({
    ...settings,
    ...fixed,
    settings_from_environment: Object.keys(fixed),
  });

  async function setPassword(tx: Tx, password: string): Promise<void> {
    await queries.setSmtpPassword(tx, password === '' ? null : cipher.encrypt(password, passwordContext));
  }

  const change = (actor: Actor, origin: Origin, sent: WholeSettings, isWhole: boolean) =>
    inTransaction(db, async (tx) => {
      const { smtp_password, ...changes } = withoutFixed(sent, fixed);
      const stored = await queries.lockSettings(tx);
      await queries.setSettings(tx, withOwnLogosEmpty({ ...stored, ...changes }));
      if (typeof smtp_password === 'string') await setPassword(tx, smtp_password);
      const before = inForce(stored);
      const after = inForce(await queries.getSettings(tx));
      if (protects.some((name) => before[name] !== after[name])) requireReauthentication(actor);
      const isKept = typeof smtp_password !== 'string' && after.smtp_password_set;
      if (isKept && after.smtp_server && after.smtp_server !== before.smtp_server)
        throw new DomainError('smtp_password_needed', { field: 'smtp_password' });
      if (after.gateway_disconnect_notifications_enabled && !isMailConfigured(after))
        throw new DomainError('smtp_not_configured');
      await events.publish(tx, 'settings.modified', origin, {
        before: withoutSecrets(before),
        after: withoutSecrets(after),
        isWhole,
      });
    });

  return {
    get: async () => inForce(await queries.getSettings(db)),
    patch: (actor, origin, changes) =>
      change(
        actor,
        origin,
        Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null && value !== undefined)),
        false,
      ),
    replace: (actor, origin, settings) => change(actor, origin, settings, true),
    mail: async () => {
      const { settings, smtpPassword } = await queries.getSettingsWithPassword(db);
      return readMailSettings(settings, smtpPassword && cipher.decrypt(smtpPassword, passwordContext));
    },
    reauthenticationMinutes: (stored) =>
      fixed.reauthentication_minutes ?? stored ?? defaultSettings.reauthentication_minutes,
    // restrictions come with their own settings form; until then nothing is restricted
    restrictions: async () => ({
      admin_device_management: false,
      disable_all_traffic: false,
      only_client_activation: false,
    }),
  };
}

/** Whoever sends back what was read changes nothing. @throws setting_from_environment */
function withoutFixed(changes: WholeSettings, fixed: FixedSettings): Partial<Settings> {
  const isFixed = (name: string): name is keyof FixedSettings => name in fixed;
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined);
  for (const [field, value] of defined) {
    if (isFixed(field) && value !== fixed[field]) throw new DomainError('setting_from_environment', { field });
  }
  return Object.fromEntries(defined.filter(([name]) => !isFixed(name)));
}

/** Callers send back what they were told: there an empty logo address is the product's own. */
function withOwnLogosEmpty(settings: Settings): Settings {
  return {
    ...settings,
    main_logo_url: settings.main_logo_url === ownLogos.main ? '' : settings.main_logo_url,
    nav_logo_url: settings.nav_logo_url === ownLogos.nav ? '' : settings.nav_logo_url,
  };
}
