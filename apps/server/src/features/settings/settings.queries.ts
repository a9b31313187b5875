import { isDeepStrictEqual } from 'node:util';
import { maskedLicense } from '@gatewarden/contract/licence.settings';
import { defaultSettings, Settings, secretSettings } from '@gatewarden/contract/settings';
import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { SettingsSecret } from './settings-secrets.ts';

interface SettingsRow {
  readonly changed: unknown;
  readonly stored_secrets: readonly string[];
  readonly ssh_keys_token_set: boolean;
}

const columns = (secrets: readonly SettingsSecret[]) =>
  [
    'changed',
    sql<boolean>`ssh_keys_token_hash is not null`.as('ssh_keys_token_set'),
    sql<string[]>`array(select kind from secret
    where kind = any(${[...secrets.map(({ name }) => name.kind), 'license']}) and owner = 'instance')`.as(
      'stored_secrets',
    ),
  ] as const;

/** Never contains a secret. */
function toSettings(row: SettingsRow, secrets: readonly SettingsSecret[]): Settings {
  const { changed, stored_secrets, ssh_keys_token_set } = row;
  const stored = {
    ...(changed as Partial<Settings>),
    ...Object.fromEntries(secretSettings.map((field) => [field, null])),
    ...Object.fromEntries(secrets.map(({ isSetField, name }) => [isSetField, stored_secrets.includes(name.kind)])),
    license: stored_secrets.includes('license') ? maskedLicense : null,
    ssh_authorized_keys_token_set: ssh_keys_token_set,
  };
  return Settings.parse({ ...defaultSettings, ...stored });
}

/** The effective settings: the defaults with what was changed. */
export async function getSettings(db: Database | Tx, secrets: readonly SettingsSecret[]): Promise<Settings> {
  return toSettings(await db.selectFrom('settings').select(columns(secrets)).executeTakeFirstOrThrow(), secrets);
}

/** Waits for other changes of settings, so that none of two concurrent changes is lost. */
export async function lockSettings(tx: Tx, secrets: readonly SettingsSecret[]): Promise<Settings> {
  return toSettings(
    await tx.selectFrom('settings').select(columns(secrets)).forUpdate().executeTakeFirstOrThrow(),
    secrets,
  );
}

/** Stores all settings except the secrets, also those that no section stores. */
export async function setSettings(tx: Tx, settings: Settings, secrets: readonly SettingsSecret[]): Promise<void> {
  const { ssh_authorized_keys_token_set: _isTokenSet, settings_from_environment: _fixed, ...plain } = settings;
  const ofSecrets = new Set<string>([...secretSettings, ...secrets.map(({ isSetField }) => isSetField)]);
  const changed = Object.fromEntries(
    Object.entries(plain).filter(
      ([name, value]) => !ofSecrets.has(name) && !isDeepStrictEqual(value, defaultSettings[name as keyof Settings]),
    ),
  );
  await tx
    .updateTable('settings')
    .set({ changed: JSON.stringify(changed) })
    .execute();
}
