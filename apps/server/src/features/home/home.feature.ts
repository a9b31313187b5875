import type { Feature } from '../feature.ts';
import { homeEvents } from './home.events.ts';
import { addHomeRoutes } from './home.routes.ts';
import { createHomeService, type HomeDependencies } from './home.service.ts';
import { purgeDismissals } from './purge-dismissals.job.ts';

/** The home page of administrators: conditions of all features that need attention, and the steps of the setup. */
export function createHome(dependencies: HomeDependencies): { readonly feature: Feature } {
  const log = dependencies.log.child({ part: 'home' });
  const home = createHomeService({ ...dependencies, log });
  const feature: Feature = {
    name: 'home',
    addRoutes: (router) => addHomeRoutes(router, home),
    jobs: [purgeDismissals(home)],
    events: homeEvents,
  };
  return { feature };
}
