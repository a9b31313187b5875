import { isDeepStrictEqual } from 'node:util';
import { Settings } from '@gatewarden/contract/settings';
import type { Database, Tx } from '../../platform/database/database.ts';
import { defaultSettings } from './settings-defaults.ts';

function inForce(changed: unknown): Settings {
  return Settings.parse({ ...defaultSettings, ...(changed as Partial<Settings>) });
}

/** The settings in force: the defaults with what was changed. */
export async function getSettings(db: Database | Tx): Promise<Settings> {
  const { changed } = await db.selectFrom('settings').select('changed').executeTakeFirstOrThrow();
  return inForce(changed);
}

/** Waits for whoever is changing settings, so that two changes at once both last. */
export async function lockSettings(tx: Tx): Promise<Settings> {
  const { changed } = await tx.selectFrom('settings').select('changed').forUpdate().executeTakeFirstOrThrow();
  return inForce(changed);
}

export async function setSettings(tx: Tx, settings: Settings): Promise<void> {
  const changed = Object.fromEntries(
    Object.entries(settings).filter(
      ([name, value]) => !isDeepStrictEqual(value, defaultSettings[name as keyof Settings]),
    ),
  );
  await tx
    .updateTable('settings')
    .set({ changed: JSON.stringify(changed) })
    .execute();
}
