import { DomainError } from '@gatewarden/contract/errors';
import type { EnterpriseSettings, Settings } from '@gatewarden/contract/settings';
import type { Origin } from '../../platform/actor.ts';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { isMailConfigured, type MailSettings, readMailSettings } from './mail-settings.ts';
import { withoutSecrets } from './settings.events.ts';
import * as queries from './settings.queries.ts';
import { ownLogos } from './settings-defaults.ts';

export type SettingsChanges = { readonly [Name in keyof Settings]?: Settings[Name] | null | undefined };

export interface SettingsService {
  /** Without the SMTP password. */
  get(): Promise<Settings>;
  /**
   * Absent and null both mean unchanged, as the interface has it for PATCH. An empty password removes it.
   * @throws smtp_not_configured when mails are to be sent that could not be; smtp_password_needed when the saved password
   * would go to another mail server
   */
  patch(origin: Origin, changes: SettingsChanges): Promise<void>;
  /** Null empties a setting, but for the password, of which callers are not told. @throws as `patch` */
  replace(origin: Origin, settings: Partial<Settings>): Promise<void>;
  /** How mails are sent; undefined while SMTP is not configured. */
  mail(): Promise<MailSettings | undefined>;
  /** What ordinary users are kept from. */
  restrictions(): Promise<EnterpriseSettings>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly cipher: Cipher;
}

const passwordContext = 'settings.smtp_password';

export function createSettingsService({ db, events, cipher }: Dependencies): SettingsService {
  async function setPassword(tx: Tx, password: string): Promise<void> {
    await queries.setSmtpPassword(tx, password === '' ? null : cipher.encrypt(password, passwordContext));
  }

  const change = (origin: Origin, { smtp_password, ...changes }: Partial<Settings>, isWhole: boolean) =>
    inTransaction(db, async (tx) => {
      const before = await queries.lockSettings(tx);
      await queries.setSettings(tx, withOwnLogosEmpty({ ...before, ...changes }));
      if (typeof smtp_password === 'string') await setPassword(tx, smtp_password);
      const after = await queries.getSettings(tx);
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
    get: () => queries.getSettings(db),
    patch: (origin, changes) =>
      change(
        origin,
        Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null && value !== undefined)),
        false,
      ),
    replace: (origin, settings) => change(origin, settings, true),
    mail: async () => {
      const { settings, smtpPassword } = await queries.getSettingsWithPassword(db);
      return readMailSettings(settings, smtpPassword && cipher.decrypt(smtpPassword, passwordContext));
    },
    // restrictions come with their own settings form; until then nothing is restricted
    restrictions: async () => ({
      admin_device_management: false,
      disable_all_traffic: false,
      only_client_activation: false,
    }),
  };
}

/** Callers send back what they were told: there an empty logo address is the product's own. */
function withOwnLogosEmpty(settings: Settings): Settings {
  return {
    ...settings,
    main_logo_url: settings.main_logo_url === ownLogos.main ? '' : settings.main_logo_url,
    nav_logo_url: settings.nav_logo_url === ownLogos.nav ? '' : settings.nav_logo_url,
  };
}
