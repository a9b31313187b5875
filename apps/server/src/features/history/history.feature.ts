import type { Config } from '../../platform/config/config.ts';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import { historyEvents } from './history.events.ts';
import { addHistoryRoutes } from './history.routes.ts';
import { createHistoryService } from './history.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly notifications: Pick<Notifications, 'onReconnect'>;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly log: Log;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
}

/** Detects that the database was restored from a backup. */
export function createHistory({ config, ...dependencies }: Dependencies) {
  const { dataDir, databaseUrl } = config;
  const history = createHistoryService({ ...dependencies, dataDir, isEmbedded: databaseUrl === undefined });
  const feature: Feature = {
    name: 'history',
    addRoutes: (router) => addHistoryRoutes(router, history),
    events: historyEvents,
    notices: { restored: history.findRestore },
    start: history.start,
    stop: history.stop,
  };
  return { ...history, feature };
}
