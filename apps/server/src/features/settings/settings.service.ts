import type { EnterpriseSettings, Settings } from '@gatewarden/contract/settings';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { withoutSecrets } from './settings.events.ts';
import { getSettings, lockSettings, setSettings } from './settings.queries.ts';

export type SettingsChanges = { readonly [Name in keyof Settings]?: Settings[Name] | null | undefined };

export interface SettingsService {
  get(): Promise<Settings>;
  /** Absent and null both mean unchanged, as the interface has it for PATCH. */
  patch(origin: Origin, changes: SettingsChanges): Promise<void>;
  /** What ordinary users are kept from. */
  restrictions(): Promise<EnterpriseSettings>;
}

export function createSettingsService({ db, events }: { db: Database; events: Events }): SettingsService {
  return {
    get: () => getSettings(db),
    patch: (origin, changes) =>
      inTransaction(db, async (tx) => {
        const before = await lockSettings(tx);
        const given = Object.fromEntries(
          Object.entries(changes).filter(([, value]) => value !== null && value !== undefined),
        );
        const after: Settings = { ...before, ...given };
        await setSettings(tx, after);
        await events.publish(tx, 'settings.modified', origin, {
          before: withoutSecrets(before),
          after: withoutSecrets(after),
        });
      }),
    // restrictions come with their own settings form; until then nothing is restricted
    restrictions: async () => ({
      admin_device_management: false,
      disable_all_traffic: false,
      only_client_activation: false,
    }),
  };
}
