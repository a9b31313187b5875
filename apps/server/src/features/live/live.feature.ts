import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { ApiTokensService } from '../api-tokens/index.ts';
import type { AuthService } from '../auth/index.ts';
import type { FindEventRule } from '../event-rules.ts';
import type { Feature } from '../feature.ts';
import type { NoticesService } from '../notices/index.ts';
import type { TrafficService } from '../traffic/index.ts';
import { addLiveRoutes } from './live.routes.ts';
import { createLiveService } from './live.service.ts';

interface Dependencies {
  readonly events: Pick<Events, 'onCommitted'>;
  readonly notifications: Pick<Notifications, 'onReconnect' | 'listening'>;
  readonly log: Log;
  readonly findEventRule: FindEventRule;
  readonly auth: Pick<AuthService, 'listHolders'>;
  readonly apiTokens: Pick<ApiTokensService, 'listHolders'>;
  readonly traffic: Pick<TrafficService, 'onReported' | 'renewLiveDemand'>;
  readonly notices: Pick<NoticesService, 'onChanged'>;
}

/** Notifies open consoles which data became stale. */
export function createLive(dependencies: Dependencies): { readonly feature: Feature } {
  const { auth, apiTokens, traffic, notices } = dependencies;
  const live = createLiveService({
    ...dependencies,
    listActiveActors: async (actors) => [
      ...(await auth.listHolders(actors.flatMap(({ sessionId }) => sessionId ?? []))),
      ...(await apiTokens.listHolders(actors.flatMap(({ token }) => token?.id ?? []))),
    ],
    onTraffic: traffic.onReported,
    onNotices: notices.onChanged,
    renewLiveDemand: traffic.renewLiveDemand,
  });
  return {
    feature: { name: 'live', addRoutes: (router) => addLiveRoutes(router, live), endStreams: live.stop },
  };
}
