import type { Feature } from '../feature.ts';
import { supportEvents } from './support.events.ts';
import { addSupportRoutes } from './support.routes.ts';
import { createSupportService, type SupportDependencies } from './support.service.ts';

/** Configuration and logs for those who help with a problem, without secrets. */
export function createSupport(dependencies: SupportDependencies): { readonly feature: Feature } {
  const support = createSupportService(dependencies);
  return {
    feature: { name: 'support', addRoutes: (router) => addSupportRoutes(router, support), events: supportEvents },
  };
}
