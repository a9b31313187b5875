import type { WriteHealth } from '../../platform/database/write-health.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Feature } from '../feature.ts';
import { addNoticesRoutes } from './notices.routes.ts';
import { createNoticesService, type FindProvider } from './notices.service.ts';

interface Dependencies {
  readonly log: Log;
  readonly writeHealth: Pick<WriteHealth, 'refusal' | 'onChange'>;
  readonly findProvider: FindProvider;
}

/** Conditions of the instance that administrators see on every page: those of the database and of all features. */
export function createNotices({ log, writeHealth, findProvider }: Dependencies) {
  const notices = createNoticesService({ log, findProvider });
  writeHealth.onChange(notices.notifyChanged);

  /** Each replica detects by itself that the database refuses writes. */
  const refusedWrites = (kind: 'database_read_only' | 'database_full') => async () => {
    const refusal = writeHealth.refusal();
    return refusal?.kind === kind ? { since: refusal.since } : undefined;
  };
  const feature: Feature = {
    name: 'notices',
    addRoutes: (router) => addNoticesRoutes(router, notices),
    notices: {
      database_read_only: refusedWrites('database_read_only'),
      database_full: refusedWrites('database_full'),
    },
  };
  return { onChanged: notices.onChanged, feature };
}
