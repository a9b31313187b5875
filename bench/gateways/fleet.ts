import type { World } from '../world.ts';
import { type PeerTraffic, type PlayedGateway, playGateway } from './play-gateway.ts';

/** A gateway at every location, with clients behind them. */
export interface Fleet extends AsyncDisposable {
  readonly gateways: readonly PlayedGateway[];
  /** Clients of all gateways together. */
  readonly clients: number;
  /**
   * All gateways report all of their clients once, each with more traffic than the time before and a fresh handshake.
   * Returns when core has counted them.
   */
  report(): Promise<void>;
}

const pollMilliseconds = 5;

/** @param mostClients of each gateway */
export async function startFleet(world: World, mostClients: number): Promise<Fleet> {
  await using made = new AsyncDisposableStack();
  const locations = await world.query<{ id: number }>(
    "select id from location where mfa_mode = 'disabled' order by id",
  );
  const members: { gateway: PlayedGateway; keys: readonly Uint8Array[] }[] = [];
  for (const { id } of locations) {
    const gateway = made.use(await playGateway(world, id));
    const { state } = await gateway.first;
    members.push({ gateway, keys: state.peers.slice(0, mostClients).map((peer) => peer.publicKey) });
  }
  let rounds = 0;
  const rest = made.move();
  const ids = members.map(({ gateway }) => gateway.id);
  return {
    gateways: members.map(({ gateway }) => gateway),
    clients: members.reduce((sum, { keys }) => sum + keys.length, 0),
    async report() {
      rounds += 1;
      const measuredAt = new Date();
      for (const { gateway, keys } of members) gateway.report(measuredAt, trafficOf(keys, rounds, measuredAt));
      await untilCounted(world, ids, measuredAt);
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

function trafficOf(keys: readonly Uint8Array[], rounds: number, at: Date): PeerTraffic[] {
  const latestHandshake = BigInt(Math.floor(at.getTime() / 1000));
  return keys.map((publicKey, index) => ({
    publicKey,
    receivedBytes: BigInt(rounds * (1_000 + index)),
    sentBytes: BigInt(rounds * (10_000 + index)),
    latestHandshake,
    endpoint: `198.18.${index >> 8}.${index & 255}:51820`,
  }));
}

async function untilCounted(world: World, gatewayIds: readonly string[], measuredAt: Date): Promise<void> {
  for (;;) {
    const [row] = await world.query<{ counted: number }>(
      'select count(*)::int as counted from traffic_report where gateway_id = any($1::uuid[]) and measured_at >= $2',
      [gatewayIds, measuredAt],
    );
    if (row?.counted === gatewayIds.length) return;
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  }
}
