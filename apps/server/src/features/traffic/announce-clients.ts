import { parseEndpoint } from '@gatewarden/net/endpoint';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { type ClientRow, listClients } from './clients.queries.ts';
import './traffic.events.ts';

interface Client {
  readonly deviceId: number;
  readonly endpoint: string | null;
}

interface Change {
  readonly connected: readonly Client[];
  readonly disconnected: readonly Client[];
}

/** Publishes who came and who went, in the name of the devices' owners. Devices that are gone are left out. */
export async function announceClients(
  tx: Tx,
  events: Events,
  locationId: number,
  { connected, disconnected }: Change,
): Promise<void> {
  if (connected.length + disconnected.length === 0) return;
  const ids = [...connected, ...disconnected].map((client) => client.deviceId);
  const clients = new Map((await listClients(tx, locationId, ids)).map((client) => [client.device_id, client]));
  const news = (list: readonly Client[]) =>
    list.flatMap(({ deviceId, endpoint }) => {
      const client = clients.get(deviceId);
      if (!client) return [];
      const names = { deviceName: client.name, locationName: client.location };
      const payload = { deviceId, userId: client.user_id, locationId, endpoint, ...names };
      return [{ origin: originOf(client, endpoint), payload }];
    });
  await events.publishAll(tx, 'vpn.disconnected', news(disconnected));
  await events.publishAll(
    tx,
    'vpn.connected',
    news(connected).map(({ origin, payload }) => ({
      origin,
      payload: { ...payload, endpoint: payload.endpoint ?? '' },
    })),
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
