import type { Database } from '../../platform/database/database.ts';
import type { Feature } from '../feature.ts';
import { addSearchRoutes } from './search.routes.ts';

/** Finding objects of all features by their words, for the command palette of the console. */
export function createSearch({ db }: { readonly db: Database }): { readonly feature: Feature } {
  return { feature: { name: 'search', addRoutes: (router) => addSearchRoutes(router, db) } };
}
