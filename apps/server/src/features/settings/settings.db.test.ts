import { defaultSettings, secretSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { toSettingsSnapshot } from './settings.events.ts';
import { getSettings, setSettings } from './settings.queries.ts';

it.each(secretSettings)(
  'stores and announces no %s unencrypted, also without a section that encrypts it',
  async (field) => {
    await using database = await createTestDatabase();
    const pool = openPool({ connection: database.connection, maxConnections: 1, onIdleError: () => undefined });
    const db = openDatabase(pool);
    try {
      const settings = { ...defaultSettings, instance_name: 'Head office', [field]: 'Hunter-2' };
      await inTransaction(db, (tx) => setSettings(tx, settings, []));
      expect(await database.query('select changed from settings')).toEqual([
        { changed: { instance_name: 'Head office' } },
      ]);
      expect(toSettingsSnapshot(settings)).not.toHaveProperty(field);
      // as a version without this rule could have stored it
      await database.query(`update settings set changed = changed || jsonb_build_object($1::text, 'Hunter-2')`, [
        field,
      ]);
      expect(await getSettings(db, [])).toMatchObject({ instance_name: 'Head office', [field]: null });
    } finally {
      await pool.end();
    }
  },
);
