import { listIdentitySources } from '@gatewarden/contract/identity-sources';
import type { Feature } from '../feature.ts';
import { createListSources, type SourcesDependencies } from './identity-sources.service.ts';

/** Where accounts and groups come from. */
export function createIdentitySources(dependencies: SourcesDependencies): { readonly feature: Feature } {
  const list = createListSources(dependencies);
  return { feature: { name: 'identity-sources', addRoutes: (router) => router.add(listIdentitySources, list) } };
}
