import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Feature } from '../feature.ts';
import { snatEvents } from './snat.events.ts';
import { addSnatRoutes } from './snat.routes.ts';
import { createSnatService } from './snat.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
}

/** Public addresses of users: the source address of their connections behind the gateways of a location. */
export function createSnat({ db, events }: Dependencies) {
  const service = createSnatService({ db, events });
  const feature: Feature = {
    name: 'snat',
    addRoutes: (router) => addSnatRoutes(router, service),
    events: snatEvents,
  };
  return { feature };
}
