import { parseEndpoint } from '@gatewarden/net/endpoint';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { EventInput, Events, EventType } from '../../platform/events/events.ts';
import { type ClientRow, listClients } from './clients.queries.ts';
import { countPeers } from './record.queries.ts';
import './traffic.events.ts';

interface Client {
  readonly deviceId: number;
  /** That reported it. */
  readonly gatewayId: string;
  readonly endpoint: string | null;
}

interface Change {
  readonly connected: readonly Client[];
  readonly disconnected: readonly Client[];
}

/** How many more entries of the activity log a gateway may cause; the others are counted. */
export type ClaimEntries = (
  tx: Tx,
  claim: { readonly gatewayId: string; readonly locationId: number; readonly count: number; readonly limit: number },
) => Promise<number>;

export interface Publishing {
  readonly events: Events;
  readonly claimEntries: ClaimEntries;
}

/**
 * Entries of the activity log in an hour that one gateway causes. All devices of its location connect and disconnect twice
 * within them, as at the start of work and when the gateway restarts; what a gateway makes up is bounded.
 */
const hourly = { always: 60, perPeer: 4 };

/**
 * Publishes who came and who went, in the name of the devices' owners. Devices that are gone are left out. What is beyond the
 * hourly entries of the gateway that reported it is announced to replicas and consoles only.
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
  const newsOf = (list: readonly Client[]) =>
    list.flatMap(({ deviceId, gatewayId, endpoint }) => {
      const client = clients.get(deviceId);
      if (!client) return [];
      const names = { deviceName: client.name, locationName: client.location };
      const payload = { deviceId, userId: client.user_id, locationId, endpoint, ...names };
      return [{ gatewayId, origin: originOf(client, endpoint), payload }];
    });
  const [gone, come] = [newsOf(disconnected), newsOf(connected)];
  const isLogged = await claimAll(tx, claimEntries, locationId, [...gone, ...come]);
  await publishOrAnnounce(tx, events, 'vpn.disconnected', gone, isLogged);
  const withEndpoint = come.map((each) => ({
    ...each,
    payload: { ...each.payload, endpoint: each.payload.endpoint ?? '' },
  }));
  await publishOrAnnounce(tx, events, 'vpn.connected', withEndpoint, isLogged);
}

type ReportedNews<T extends EventType> = EventInput<T> & { readonly gatewayId: string };

/** Claims an entry for each, and returns a function that says for one after the other whether it has been granted. */
async function claimAll(
  tx: Tx,
  claimEntries: ClaimEntries,
  locationId: number,
  news: readonly { readonly gatewayId: string }[],
): Promise<(gatewayId: string) => boolean> {
  const limit = hourly.always + hourly.perPeer * (await countPeers(tx, locationId));
  const counts = new Map<string, number>();
  for (const { gatewayId } of news) counts.set(gatewayId, (counts.get(gatewayId) ?? 0) + 1);
  const granted = new Map<string, number>();
  // in one order, so that two transactions do not wait for each other
  for (const [gatewayId, count] of [...counts].toSorted()) {
    granted.set(gatewayId, await claimEntries(tx, { gatewayId, locationId, count, limit }));
  }
  return (gatewayId) => {
    const left = granted.get(gatewayId) ?? 0;
    granted.set(gatewayId, left - 1);
    return left > 0;
  };
}

async function publishOrAnnounce<T extends 'vpn.connected' | 'vpn.disconnected'>(
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
