import { isDeepStrictEqual } from 'node:util';
import { defaultSettings, Settings } from '@gatewarden/contract/settings';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';

interface SettingsRow {
  readonly changed: unknown;
  readonly smtp_password_set: boolean;
  readonly ssh_keys_token_set: boolean;
}

const columns = [
  'changed',
  sql<boolean>`ssh_keys_token_hash is not null`.as('ssh_keys_token_set'),
  sql<boolean>`exists (select from secret where kind = 'smtp-password')`.as('smtp_password_set'),
] as const;

/** Never contains the password. */
function toSettings({ changed, smtp_password_set, ssh_keys_token_set }: SettingsRow): Settings {
  const stored = {
    ...(changed as Partial<Settings>),
    smtp_password: null,
    smtp_password_set,
    ssh_authorized_keys_token_set: ssh_keys_token_set,
  };
  return Settings.parse({ ...defaultSettings, ...stored });
}

/** The effective settings: the defaults with what was changed. */
export async function getSettings(db: Database | Tx): Promise<Settings> {
  return toSettings(await db.selectFrom('settings').select(columns).executeTakeFirstOrThrow());
}

/** Waits for other changes of settings, so that none of two concurrent changes is lost. */
export async function lockSettings(tx: Tx): Promise<Settings> {
  return toSettings(await tx.selectFrom('settings').select(columns).forUpdate().executeTakeFirstOrThrow());
}

/** Stores all settings except the secrets. */
export async function setSettings(tx: Tx, settings: Settings): Promise<void> {
  const {
    smtp_password: _password,
    smtp_password_set: _isSet,
    ssh_authorized_keys_token_set: _isTokenSet,
    settings_from_environment: _fixed,
    ...plain
  } = settings;
  const changed = Object.fromEntries(
    Object.entries(plain).filter(([name, value]) => !isDeepStrictEqual(value, defaultSettings[name as keyof Settings])),
  );
  await tx
    .updateTable('settings')
    .set({ changed: JSON.stringify(changed) })
    .execute();
}
