import { DomainError } from '@gatewarden/contract/errors';
import type { GatewayStatus } from '@gatewarden/contract/gateways';
import {
  type GatewayPresence,
  listLocationPeople,
  listUserAccess,
  previewAccess,
} from '@gatewarden/contract/locations';
import type { Database } from '../../platform/database/database.ts';
import type { Router } from '../../platform/http/router.ts';
import { findUser } from '../users/index.ts';
import { countAccessChange, listAccessOfUser, listPeopleOfLocation } from './access.queries.ts';
import { explainAccess, presentPerson } from './explain-access.ts';
import { findLocation } from './locations.queries.ts';

interface Dependencies {
  readonly db: Database;
  /** The gateways of these locations. */
  readonly listGateways: (locationIds: readonly number[]) => Promise<GatewayStatus[]>;
}

/** Who may use which location, and why. */
export function addAccessRoutes(router: Router, { db, listGateways }: Dependencies): void {
  router.add(listUserAccess, async ({ actor, params }) => {
    const user = await findUser(db, params.username);
    if (!user) throw new DomainError('user_not_found');
    const facts = { isActive: user.is_active, isAdmin: user.is_admin };
    const rows = await listAccessOfUser(db, user.id);
    // the names of other locations, and of groups of other users, are not disclosed
    const shown = actor.isAdmin ? rows : rows.filter((row) => row.is_entitled);
    const gateways = Map.groupBy(await listGateways(shown.map(({ id }) => id)), (gateway) => gateway.network_id);
    return shown.map((row) => ({
      ...explainAccess(facts, row),
      gateway: presenceOf(gateways.get(row.id) ?? []),
      ...(actor.isAdmin && { allowed_groups: [...row.allowed_groups] }),
    }));
  });
  router.add(listLocationPeople, async ({ params, query: { page, page_size: limit, search } }) => {
    const location = await findLocation(db, params.id);
    if (!location) throw new DomainError('location_not_found');
    const { rows, total } = await listPeopleOfLocation(db, params.id, { search, offset: (page - 1) * limit, limit });
    const isRestricted = location.groups.length > 0;
    return { data: rows.map((row) => presentPerson(row, isRestricted)), total_items: total };
  });
  router.add(previewAccess, async ({ params, body }) => {
    if (!(await findLocation(db, params.id))) throw new DomainError('location_not_found');
    return countAccessChange(db, params.id, body.allowed_groups);
  });
}

function presenceOf(gateways: readonly GatewayStatus[]): GatewayPresence {
  if (gateways.some(({ connected }) => connected)) return 'connected';
  return gateways.some(({ revoked }) => !revoked) ? 'disconnected' : 'none';
}
