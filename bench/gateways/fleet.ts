import type { BenchInstance } from '../instance.ts';
import { within } from '../within.ts';
import { type PeerTraffic, type SimulatedGateway, simulateGateway } from './simulated-gateway.ts';

/** A gateway at every location, with clients. */
export interface Fleet extends AsyncDisposable {
  readonly gateways: readonly SimulatedGateway[];
  /** Total number of clients. */
  readonly clients: number;
  /**
   * All gateways report all of their clients once, with more traffic than before and a recent handshake; `parallel`
   * gateways report at the same time. Resolves when core has counted the reports, with the number of lost ones.
   */
  report(parallel: number): Promise<number>;
}

interface Member {
  readonly gateway: SimulatedGateway;
  readonly keys: readonly Uint8Array[];
}

/** @param maxClients of each gateway */
export async function startFleet(instance: BenchInstance, maxClients: number): Promise<Fleet> {
  await using made = new AsyncDisposableStack();
  const locations = await instance.query<{ id: number }>(
    "select id from location where mfa_mode = 'disabled' order by id",
  );
  const members: Member[] = [];
  for (const { id } of locations) {
    const gateway = made.use(await simulateGateway(instance, id));
    const { state } = await within('the state of a location', gateway.first);
    members.push({ gateway, keys: state.peers.slice(0, maxClients).map((peer) => peer.publicKey) });
  }
  const rest = made.move();
  let rounds = 0;
  return {
    gateways: members.map(({ gateway }) => gateway),
    clients: members.reduce((sum, { keys }) => sum + keys.length, 0),
    async report(parallel) {
      rounds += 1;
      const waiting = [...members];
      let lost = 0;
      const reportWaiting = async () => {
        for (let member = waiting.shift(); member; member = waiting.shift()) {
          if (!(await reportOnce(instance, member, rounds))) lost += 1;
        }
      };
      await Promise.all(Array.from({ length: parallel }, reportWaiting));
      return lost;
    },
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

const pollMilliseconds = 10;
/** Much longer than any timeout of core. */
const lostMilliseconds = 45_000;

/** Returns false when the report was lost. */
async function reportOnce(instance: BenchInstance, { gateway, keys }: Member, rounds: number): Promise<boolean> {
  const measuredAt = new Date();
  const lastPartAt = gateway.report(measuredAt, trafficOf(keys, rounds, measuredAt));
  const deadline = performance.now() + lostMilliseconds;
  while (performance.now() < deadline) {
    const counted = await instance.query('select from traffic_report where gateway_id = $1 and measured_at >= $2', [
      gateway.id,
      lastPartAt,
    ]);
    if (counted.length > 0) return true;
    await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  }
  return false;
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
