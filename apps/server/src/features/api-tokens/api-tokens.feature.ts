import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AuthService } from '../auth/index.ts';
import type { Feature } from '../feature.ts';
import { apiTokenEvents } from './api-tokens.events.ts';
import { addApiTokensRoutes } from './api-tokens.routes.ts';
import { createApiTokensService, deleteTokensOnAccessLoss } from './api-tokens.service.ts';
import { listExpiringTokens } from './attention.queries.ts';
import { createBearerReader } from './authenticate-bearer.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
  readonly auth: Pick<AuthService, 'cacheUser'>;
}

/** Tokens with which programs act as a user. */
export function createApiTokens({ db, events, clock, log, auth }: Dependencies) {
  const tokens = createApiTokensService({ db, events, clock });
  deleteTokensOnAccessLoss(events);
  const feature: Feature = {
    name: 'api-tokens',
    addRoutes: (router) => addApiTokensRoutes(router, tokens),
    events: apiTokenEvents,
    attention: { token_expires: () => listExpiringTokens(db, clock.now()) },
  };
  return { ...tokens, readBearer: createBearerReader({ db, clock, log, cacheUser: auth.cacheUser }), feature };
}
