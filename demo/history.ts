import type pg from 'pg';
import { copyRows } from '../bench/data-set/copy.ts';
import { eventColumns, makeEvents } from '../bench/data-set/events.ts';
import type { LoadedDevice } from '../bench/data-set/load-devices.ts';
import { listGroups } from '../bench/data-set/load-people.ts';
import { loadTraffic } from '../bench/data-set/load-traffic.ts';
import { createRandom } from '../bench/data-set/random.ts';
import { byCalendar } from '../bench/data-set/working-hours.ts';
import { sites } from './company.ts';

const days = 7;
const random = createRandom('demo history');

/** Loads a week of traffic and of what people did, and makes people and devices as old as a company's are. */
export async function loadHistory(client: pg.Client): Promise<void> {
  const until = new Date();
  await client.query(`update "user" set created_at = now() - (id * 37 % 900 + 20) * interval '1 day'`);
  await client.query(`update device d set created_at = u.created_at + (now() - u.created_at) * (d.id * 13 % 17) / 20
    from "user" u where u.id = d.user_id`);
  const devices = await listDevices(client);
  await loadTraffic(client, { devices, days, until, isWorkingDay: byCalendar }, random.fork('traffic'));
  await settleGateways(client);
  await loadEvents(client, until);
}

/** Where a gateway is going to run, the former one is gone; elsewhere it was there until lately. */
async function settleGateways(client: pg.Client): Promise<void> {
  await client.query(`update gateway g set connected_at = now() - interval '6 days',
      disconnected_at = now() - interval '95 minutes', seen_at = now() - interval '95 minutes', backend = 'kernel',
      acknowledged_at = now() - interval '3 hours', apply_milliseconds = 40, created_at = now() - interval '200 days',
      held_version = s.version, hostname = 'gw-' || lower(split_part(l.name, ' ', 1))
    from location l, location_state s where l.id = g.location_id and s.location_id = l.id`);
  const lost = sites.filter(({ gateway }) => gateway === 'lost').map(({ name }) => name);
  await client.query(
    'update gateway set removed_at = now() from location l where l.id = location_id and not l.name = any($1)',
    [lost],
  );
}

/** Traffic is of devices where a gateway has ever been. */
async function listDevices(client: pg.Client): Promise<LoadedDevice[]> {
  const never = sites.filter(({ gateway }) => gateway === 'none').map(({ name }) => name);
  const { rows } = await client.query<LoadedDevice>(
    `select d.id, d.user_id as "userId", d.kind, d.name, d.public_key as "publicKey", d.created_at as "createdAt",
      array(select location_id from device_location x join location l on l.id = x.location_id
        where x.device_id = d.id and not l.name = any($1) order by location_id) as "locationIds"
    from device d order by d.id`,
    [never],
  );
  return rows;
}

async function loadEvents(client: pg.Client, until: Date): Promise<void> {
  const { rows: people } = await client.query(`
    select id, username, first_name as "firstName", last_name as "lastName", email, is_active as "isActive"
    from "user" where is_active order by id`);
  const { rows: locations } = await client.query<{ id: number }>('select id from location');
  const groups = (await listGroups(client)).filter((group) => !group.is_admin);
  const plan = {
    count: 1_500,
    days,
    until,
    isWorkingDay: byCalendar,
    people,
    administrators: people.slice(0, 2),
    groups,
  };
  const events = makeEvents({ ...plan, locationIds: locations.map(({ id }) => id) }, random.fork('events'));
  await copyRows(client, 'event', eventColumns, events);
}
