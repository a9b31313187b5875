import type { Feature } from '../feature.ts';
import { addUserDetailsRoutes, type Sources } from './user-details.routes.ts';

/** The page of a user, to which several features contribute. */
export function createUserDetails(sources: Sources): { readonly feature: Feature } {
  return { feature: { name: 'user-details', addRoutes: (router) => addUserDetailsRoutes(router, sources) } };
}
