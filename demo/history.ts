import type pg from 'pg';
import { connectToDatabase } from '../bench/connect-to-database.ts';
import { loadTraffic } from '../bench/data-set/load-traffic.ts';
import type { Random } from '../bench/data-set/random.ts';
import { type IsWorkingDay, isWeekday } from '../bench/data-set/working-hours.ts';
import { sites } from './company.ts';
import type { FilledInstance } from './fill.ts';
import { loadNotifications } from './notifications.ts';

const days = 7;
const dayMilliseconds = 86_400_000;

/** Loads a week of traffic, the lost gateway and notifications into the tables of a running core. */
export async function loadHistory(dataDir: string, filled: FilledInstance, random: Random): Promise<void> {
  const client = await connectToDatabase(dataDir);
  try {
    await client.query('begin');
    // core has not rolled up any traffic yet, and must not start to do so before the commit
    await client.query('lock table traffic_progress');
    await client.query('delete from traffic_progress');
    const until = new Date();
    const plan = { devices: withGateways(filled), days, until, isWorkingDay: isWorkingDayUntil(until) };
    await loadTraffic(client, plan, random.fork('traffic'));
    for (const site of sites) {
      const id = filled.locationIds.get(site.name) ?? 0;
      if (site.gateway === 'lost') await markGatewayLost(client, id, site.gatewayName);
      else await client.query('delete from component where location_id = $1', [id]);
    }
    await backdateRows(client);
    await loadNotifications(client);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** Weekdays, and always the last day, so that the overview shows traffic. */
function isWorkingDayUntil(until: Date): IsWorkingDay {
  return (at) => isWeekday(at) || until.getTime() - at < dayMilliseconds;
}

/** Leaves out locations without a gateway, which have no traffic. */
function withGateways({ devices, locationIds }: FilledInstance) {
  const without = new Set(sites.filter(({ gateway }) => gateway === 'none').map(({ name }) => locationIds.get(name)));
  return devices.map((device) => ({ ...device, locationIds: device.locationIds.filter((id) => !without.has(id)) }));
}

/** Marks the gateway as disconnected since the start of this hour and removes its later traffic. */
async function markGatewayLost(client: pg.Client, locationId: number, name: string): Promise<void> {
  await client.query(
    `update component set name = $2, hostname = $2, seen_at = date_trunc('hour', now()),
      connected_at = date_trunc('hour', now()) - interval '9 days', disconnected_at = date_trunc('hour', now())
      where location_id = $1`,
    [locationId, name],
  );
  await client.query(
    `update gateway set backend = 'kernel',
      held_version = (select version from location_state where location_id = $1),
      held_state_id = (select state_id from location_state where location_id = $1),
      protocol_version = 1, capabilities = '{1,2}',
      acknowledged_at = date_trunc('hour', now()) - interval '2 days', apply_milliseconds = 38
      where id in (select id from component where location_id = $1)`,
    [locationId],
  );
  for (const table of ['traffic_minutes', 'traffic_total']) {
    await client.query(`delete from ${table} where location_id = $1 and starts_at >= date_trunc('hour', now())`, [
      locationId,
    ]);
  }
}

/** Spreads creation times over the last year, sign-ins over the last days. */
async function backdateRows(client: pg.Client): Promise<void> {
  for (const table of ['"user"', 'device']) {
    await client.query(`update ${table} set created_at = now() - interval '1 hour' * (300 + (id * 7919) % 8000)`);
  }
  await client.query(
    `update "user" set last_sign_in_at = now() - interval '1 minute' * ((id * 7919) % 4000) where last_sign_in_at is not null`,
  );
}
