import type { TrafficStorage } from '@gatewarden/contract/traffic-history';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SettingsService } from '../settings/index.ts';
import { describeStorage } from './describe-storage.ts';
import { readSizes } from './storage.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly settings: Pick<SettingsService, 'get'>;
}

/** How much room stored traffic takes, and is expected to take. */
export function createTrafficStorage({ db, clock, settings }: Dependencies): () => Promise<TrafficStorage> {
  return async () => {
    const { traffic_detail_days: detailDays, traffic_history_days: historyDays } = await settings.get();
    return describeStorage(await readSizes(db), clock.now(), { detailDays, historyDays });
  };
}
