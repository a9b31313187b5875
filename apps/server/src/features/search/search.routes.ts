import { type Area, missingScope } from '@gatewarden/contract/scopes';
import { search } from '@gatewarden/contract/search';
import type { Actor } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { parseSearch } from './parse-search.ts';
import { presentResult } from './search.present.ts';
import { findObjects, findOwnObjects, type SearchKind } from './search.queries.ts';

export function addSearchRoutes(router: Router, db: Database): void {
  router.add(search, async ({ actor, query }) => {
    const kinds = readableKinds(actor);
    const parsed = parseSearch(query.q);
    const rows = actor.isAdmin
      ? await findObjects(db, kinds, parsed)
      : await findOwnObjects(db, kinds, parsed, actor.userId);
    return rows.map(presentResult);
  });
}

const areas: Readonly<Record<SearchKind, Area>> = {
  user: 'users',
  group: 'groups',
  location: 'locations',
  gateway: 'gateways',
  device: 'devices',
  network_device: 'devices',
  access_rule: 'access',
  access_alias: 'access',
};

/** All kinds for a session; those that its scopes allow to read for a token. */
function readableKinds({ token }: Actor): SearchKind[] {
  const kinds = Object.keys(areas) as SearchKind[];
  return kinds.filter((kind) => !token || !missingScope(token.scopes, { method: 'GET', area: areas[kind] }));
}
