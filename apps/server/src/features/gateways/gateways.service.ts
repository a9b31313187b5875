import { DomainError } from '@gatewarden/contract/errors';
import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { z } from 'zod';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { isConnected, type KindLinks, type RefusalRow } from '../links/index.ts';
import type { GatewayList } from '../locations/index.ts';
import type { DesiredState } from './desired-state.ts';
import { presentGateway } from './gateways.present.ts';
import * as queries from './gateways.queries.ts';

export type ShownToken = Awaited<ReturnType<KindLinks['tokens']['buildToken']>>;

export interface GatewaysService {
  /** @throws location_not_found */
  requireLocation(locationId: number): Promise<void>;
  /**
   * Logged, because the token admits gateways.
   * @param core `host:port` in place of the configured address
   * @throws location_not_found
   */
  token(origin: Origin, locationId: number, core?: string): Promise<ShownToken>;
  /** @param core as above @throws location_not_found */
  rotateToken(origin: Origin, locationId: number, core?: string): Promise<ShownToken>;
  listAll(): Promise<GatewayStatus[]>;
  /** Gateways of these locations; those that do not exist have none. */
  listByLocations(locationIds: readonly number[]): Promise<GatewayStatus[]>;
  /** Newest first. @throws location_not_found */
  refusals(locationId: number): Promise<RefusalRow[]>;
  /** Harmless to repeat. @throws gateway_not_found */
  revoke(origin: Origin, locationId: number, id: string): Promise<void>;
  /** @throws gateway_not_found, gateway_connected */
  remove(origin: Origin, locationId: number, id: string): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly links: Pick<KindLinks, 'tokens' | 'lock' | 'revoke' | 'remove' | 'listRefusals'>;
  readonly state: DesiredState;
}

/** Gateways as the feature of locations shows them, in the order in which they joined. */
export function createGatewayList({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): GatewayList<queries.GatewayJson> {
  const present = (rows: readonly queries.GatewayRow[]) => {
    const now = clock.now();
    return rows.map((row) => presentGateway(row, now));
  };
  return {
    list: async (locationIds) => present(await queries.listGateways(db, locationIds)),
    select: queries.gatewaysAsJson,
    present: (selected) => present(selected.map(queries.toGatewayRow)),
  };
}

export function createGatewaysService({ db, events, clock, links, state }: Dependencies): GatewaysService {
  async function requireLocation(reader: Database | Tx, locationId: number): Promise<void> {
    const name = await queries.findLocationName(reader, locationId);
    if (name === undefined) throw new DomainError('location_not_found');
  }

  async function lockGateway(tx: Tx, locationId: number, id: string) {
    const gateway = z.uuid().safeParse(id).success ? await links.lock(tx, locationId, id) : undefined;
    if (!gateway) throw new DomainError('gateway_not_found');
    return gateway;
  }

  return {
    requireLocation: (locationId) => requireLocation(db, locationId),
    async token(origin, locationId, core) {
      const secret = await inTransaction(db, async (tx) => {
        await requireLocation(tx, locationId);
        await events.publish(tx, 'gateway.token-shown', origin, { locationId });
        const text = await links.tokens.ensureSecret(tx, locationId);
        await state.ensure(tx, locationId);
        return text;
      });
      return links.tokens.buildToken(secret, locationId, core);
    },
    async rotateToken(origin, locationId, core) {
      const secret = await inTransaction(db, async (tx) => {
        await requireLocation(tx, locationId);
        await events.publish(tx, 'gateway.token-rotated', origin, { locationId });
        const text = await links.tokens.replaceSecret(tx, locationId);
        await state.ensure(tx, locationId);
        return text;
      });
      return links.tokens.buildToken(secret, locationId, core);
    },
    async listAll() {
      const now = clock.now();
      return (await queries.listAllGateways(db)).map((row) => presentGateway(row, now));
    },
    listByLocations: createGatewayList({ db, clock }).list,
    async refusals(locationId) {
      await requireLocation(db, locationId);
      return links.listRefusals(locationId);
    },
    revoke: (origin, locationId, id) =>
      inTransaction(db, async (tx) => {
        const gateway = await lockGateway(tx, locationId, id);
        if (!gateway.revoked_at) await links.revoke(tx, gateway, origin);
      }),
    remove: (origin, locationId, id) =>
      inTransaction(db, async (tx) => {
        const gateway = await lockGateway(tx, locationId, id);
        if (isConnected(gateway, clock.now())) throw new DomainError('gateway_connected');
        await links.remove(tx, gateway, origin);
      }),
  };
}
