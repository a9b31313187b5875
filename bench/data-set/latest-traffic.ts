import type pg from 'pg';
import { copyRows } from './copy.ts';
import type { Random } from './random.ts';
import { type Habit, hourMilliseconds, minuteMilliseconds } from './traffic.ts';

const componentColumns = ['id', 'kind', 'location_id', 'hostname', 'version', 'credential_hash', 'created_at'];
const latestColumns = [
  ...['location_id', 'device_id', 'gateway_id', 'received_bytes', 'sent_bytes', 'latest_handshake', 'endpoint'],
  ...['connected_since', 'connected', 'removed', 'minute', 'minute_upload', 'minute_download'],
];

/** The last report of a gateway of each location: every device in use was connected today, none is connected now. */
export async function loadLatestTraffic(
  client: pg.Client,
  until: Date,
  habits: readonly Habit[],
  random: Random,
): Promise<void> {
  const gatewayIds = new Map<number, string>();
  for (const { locationId } of habits) if (!gatewayIds.has(locationId)) gatewayIds.set(locationId, uuid(random));
  const gateways = [...gatewayIds].map(([locationId, id]) => [
    ...[id, 'gateway', locationId, `gw-${locationId}`, '0.1.0', random.bytes(32), until],
  ]);
  await copyRows(client, 'component', componentColumns, gateways);
  await copyRows(
    client,
    'gateway',
    ['id'],
    [...gatewayIds.values()].map((id) => [id]),
  );
  const rows = habits.map(({ deviceId, locationId, bytesPerMinute }) => {
    const handshake = new Date(until.getTime() - 600_000 - Math.floor(random.next() * 8 * hourMilliseconds));
    const since = new Date(handshake.getTime() - Math.floor(random.next() * 4 * hourMilliseconds));
    const minute = new Date(Math.floor(handshake.getTime() / minuteMilliseconds) * minuteMilliseconds);
    const sent = Math.ceil(bytesPerMinute * 10_000 * random.next());
    const endpoint = `198.18.${random.below(256)}.${1 + random.below(254)}:${1024 + random.below(60_000)}`;
    const gatewayId = gatewayIds.get(locationId) ?? '';
    const counters = [Math.ceil(sent * 0.15), sent];
    return [locationId, deviceId, gatewayId, ...counters, handshake, endpoint, since, false, false, minute, 0, 0];
  });
  await copyRows(client, 'traffic_latest', latestColumns, rows);
}

/** RFC 9562 §5.4. */
function uuid(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
