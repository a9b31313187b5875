import { DomainError } from '@gatewarden/contract/errors';
import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { encodeJoinToken } from '@gatewarden/contract/join-token';
import { isLoopbackHost, parseEndpoint } from '@gatewarden/net/endpoint';
import { z } from 'zod';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Authority } from './authority.ts';
import type { DesiredState } from './desired-state.ts';
import { gatewaySafe } from './gateways.events.ts';
import { isConnected, presentGateway } from './gateways.present.ts';
import * as queries from './gateways.queries.ts';
import { findJoinSecret } from './location-state.queries.ts';
import { listRefusals, type RefusalRow } from './refusals.queries.ts';
import { hostAndPort, type Replicas } from './replicas.ts';

export interface ShownToken {
  /** A secret: whoever has it may join. */
  readonly token: string;
  /** Where gateways reach core. */
  readonly grpcUrl: string;
  /** It leads to core on core's own machine alone. */
  readonly isLoopback: boolean;
}

export interface GatewaysService {
  /** @param core `host:port` in place of the configured address @throws location_not_found */
  token(locationId: number, core?: string): Promise<ShownToken>;
  /** @param core as above @throws location_not_found */
  rotateToken(origin: Origin, locationId: number, core?: string): Promise<ShownToken>;
  listAll(): Promise<GatewayStatus[]>;
  /** Of these locations; those that do not exist have none. */
  listOf(locationIds: readonly number[]): Promise<GatewayStatus[]>;
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
  readonly authority: Pick<Authority, 'fingerprint'>;
  readonly state: DesiredState;
  readonly replicas: Pick<Replicas, 'addresses'>;
  /** `grpcUrl` is filled in once the port is known. */
  readonly address: { readonly grpcUrl: string };
}

/** Gateways of these locations; those that do not exist have none. */
export function createGatewayList({ db, clock }: { readonly db: Database; readonly clock: Clock }) {
  return async (locationIds: readonly number[]): Promise<GatewayStatus[]> => {
    const now = clock.now();
    return (await queries.listGateways(db, locationIds)).map((row) => presentGateway(row, now));
  };
}

export function createGatewaysService(dependencies: Dependencies): GatewaysService {
  const { db, events, clock, authority, state, replicas, address } = dependencies;

  async function requireLocation(reader: Database | Tx, locationId: number): Promise<void> {
    if (!(await queries.hasLocation(reader, locationId))) throw new DomainError('location_not_found');
  }

  async function show(locationId: number, secret: string, given: string | undefined): Promise<ShownToken> {
    const ca = await authority.fingerprint();
    const core = given ?? hostAndPort(address.grpcUrl);
    const isLoopback = leadsToItself(core);
    const cores = replicas.addresses().filter((each) => each !== core && (isLoopback || !leadsToItself(each)));
    const token = encodeJoinToken({ core, cores, location: locationId, secret, ca });
    return { token, grpcUrl: given ? `https://${given}` : address.grpcUrl, isLoopback };
  }

  async function lockedGateway(tx: Tx, locationId: number, id: string): Promise<queries.GatewayRow> {
    const gateway = z.uuid().safeParse(id).success ? await queries.lockGateway(tx, locationId, id) : undefined;
    if (!gateway) throw new DomainError('gateway_not_found');
    return gateway;
  }

  return {
    async token(locationId, core) {
      const secret = await inTransaction(db, async (tx) => {
        await requireLocation(tx, locationId);
        const found = await findJoinSecret(tx, locationId);
        if (found) return state.revealJoinSecret(found);
        // a location that came into the database by another way than the API
        await state.recompute(tx, locationId, []);
        return state.replaceJoinSecret(tx, locationId);
      });
      return show(locationId, secret, core);
    },
    async rotateToken(origin, locationId, core) {
      const secret = await inTransaction(db, async (tx) => {
        await requireLocation(tx, locationId);
        await state.recompute(tx, locationId, []);
        await events.publish(tx, 'gateway.token-rotated', origin, { locationId });
        return state.replaceJoinSecret(tx, locationId);
      });
      return show(locationId, secret, core);
    },
    async listAll() {
      const now = clock.now();
      return (await queries.listAllGateways(db)).map((row) => presentGateway(row, now));
    },
    listOf: createGatewayList({ db, clock }),
    async refusals(locationId) {
      await requireLocation(db, locationId);
      return listRefusals(db, locationId);
    },
    revoke: (origin, locationId, id) =>
      inTransaction(db, async (tx) => {
        const gateway = await lockedGateway(tx, locationId, id);
        if (gateway.revoked_at) return;
        await queries.setRevoked(tx, gateway.id, clock.now());
        await events.publish(tx, 'gateway.revoked', origin, { gateway: gatewaySafe(gateway) });
      }),
    remove: (origin, locationId, id) =>
      inTransaction(db, async (tx) => {
        const gateway = await lockedGateway(tx, locationId, id);
        if (isConnected(gateway, clock.now())) throw new DomainError('gateway_connected');
        await queries.setRemoved(tx, gateway.id, clock.now());
        await events.publish(tx, 'gateway.removed', origin, { gateway: gatewaySafe(gateway) });
      }),
  };
}

/** @param core `host:port` */
function leadsToItself(core: string): boolean {
  return isLoopbackHost(parseEndpoint(core, { zone: true })?.host ?? '');
}
