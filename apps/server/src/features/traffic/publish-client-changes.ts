import { parseEndpoint } from '@gatewarden/net/endpoint';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { EventInput, Events, EventType } from '../../platform/events/events.ts';
import { type ClientRow, listClients } from './clients.queries.ts';
import { countPeers } from './record.queries.ts';
import './traffic.events.ts';

interface Client {
  readonly deviceId: number;
  /** The gateway that reported it. */
  readonly gatewayId: string;
  readonly endpoint: string | null;
}

interface Change {
  readonly connected: readonly Client[];
  readonly disconnected: readonly Client[];
}

/** Returns how many of `count` entries of the activity log the gateway may cause; the others are counted. */
export type ClaimEntries = (
  tx: Tx,
  claim: { readonly gatewayId: string; readonly locationId: number; readonly count: number; readonly limit: number },
) => Promise<number>;

export interface Publishing {
  readonly events: Events;
  readonly claimEntries: ClaimEntries;
}

/**
 * Entries of the activity log per hour that one gateway may cause: enough for all devices of its location to connect
 * and disconnect twice, as at the start of a work day and when the gateway restarts. Bounds what a compromised gateway
 * invents.
 */
const hourly = { base: 60, perPeer: 4 };

/**
 * Publishes connected and disconnected devices, with their owners as actors. Omits deleted devices. Beyond the hourly
 * entries of the reporting gateway, an event is only broadcast to replicas and consoles.
 */
export async function publishClientChanges(
  tx: Tx,
  { events, claimEntries }: Publishing,
  locationId: number,
  { connected, disconnected }: Change,
): Promise<void> {
  if (connected.length + disconnected.length === 0) return;
  const ids = [...connected, ...disconnected].map((client) => client.deviceId);
  const clients = new Map((await listClients(tx, locationId, ids)).map((client) => [client.device_id, client]));
  const toInputs = (list: readonly Client[]) =>
    list.flatMap(({ deviceId, gatewayId, endpoint }) => {
      const client = clients.get(deviceId);
      if (!client) return [];
      const names = { deviceName: client.name, locationName: client.location };
      const payload = { deviceId, userId: client.user_id, locationId, endpoint, ...names };
      return [{ gatewayId, origin: originOf(client, endpoint), payload }];
    });
  const [disconnections, connections] = [toInputs(disconnected), toInputs(connected)];
  const isLogged = await claimAll(tx, claimEntries, locationId, [...disconnections, ...connections]);
  await publishOrBroadcast(tx, events, 'vpn.disconnected', disconnections, isLogged);
  const withEndpoint = connections.map((each) => ({
    ...each,
    payload: { ...each.payload, endpoint: each.payload.endpoint ?? '' },
  }));
  await publishOrBroadcast(tx, events, 'vpn.connected', withEndpoint, isLogged);
}

type ReportedNews<T extends EventType> = EventInput<T> & { readonly gatewayId: string };

/** Claims an entry for each input. The returned function says for each in turn whether its entry was granted. */
async function claimAll(
  tx: Tx,
  claimEntries: ClaimEntries,
  locationId: number,
  news: readonly { readonly gatewayId: string }[],
): Promise<(gatewayId: string) => boolean> {
  const limit = hourly.base + hourly.perPeer * (await countPeers(tx, locationId));
  const counts = new Map<string, number>();
  for (const { gatewayId } of news) counts.set(gatewayId, (counts.get(gatewayId) ?? 0) + 1);
  const granted = new Map<string, number>();
  // in a stable order, so that two transactions cannot deadlock
  for (const [gatewayId, count] of [...counts].toSorted()) {
    granted.set(gatewayId, await claimEntries(tx, { gatewayId, locationId, count, limit }));
  }
  return (gatewayId) => {
    const left = granted.get(gatewayId) ?? 0;
    granted.set(gatewayId, left - 1);
    return left > 0;
  };
}

async function publishOrBroadcast<T extends 'vpn.connected' | 'vpn.disconnected'>(
  tx: Tx,
  events: Events,
  type: T,
  news: readonly ReportedNews<T>[],
  isLogged: (gatewayId: string) => boolean,
): Promise<void> {
  const [logged, omitted]: [ReportedNews<T>[], ReportedNews<T>[]] = [[], []];
  for (const each of news) (isLogged(each.gatewayId) ? logged : omitted).push(each);
  await events.publishAll(tx, type, logged);
  await events.broadcastAll(
    tx,
    type,
    omitted.map(({ payload }) => payload),
  );
}

/** Interface reference §10.1: the device's owner, the address it came from, and the device itself. */
function originOf({ device_id, name, user_id, username }: ClientRow, endpoint: string | null): Origin {
  return {
    by: { userId: user_id, username },
    ip: endpoint === null ? undefined : parseEndpoint(endpoint)?.host,
    device: `${name} (ID ${device_id})`,
  };
}
