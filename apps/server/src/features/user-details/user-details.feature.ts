import type { Feature } from '../feature.ts';
import { addUserDetailsRoutes, type Sources } from './user-details.routes.ts';

/** The page of a user, which combines data of several features. */
export function createUserDetails(sources: Sources): { readonly feature: Feature } {
  return { feature: { name: 'user-details', addRoutes: (router) => addUserDetailsRoutes(router, sources) } };
}
