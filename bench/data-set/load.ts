import type pg from 'pg';
import { type Actor, makeEvents } from './events.ts';
import { groupNames } from './groups.ts';
import { appendActivity, withoutIndexes } from './load-activity.ts';
import { type LoadedLocation, loadDevices } from './load-devices.ts';
import { type LoadedPerson, listGroups, loadPeople } from './load-people.ts';
import { loadTraffic } from './load-traffic.ts';
import { planLocations } from './locations.ts';
import { prepareInstance } from './prepare-instance.ts';
import { createRandom, type Random } from './random.ts';
import type { Sizes } from './sizes.ts';
import { type Target, withDatabase } from './target.ts';
import { workingDaysBefore } from './working-hours.ts';

export interface DataSetOptions {
  readonly sizes: Sizes;
  /** The same seed and end give the same data, apart from keys and secrets. */
  readonly seed: string;
  /** End of traffic and log. */
  readonly until: Date;
  /** Called after each part, with the seconds since the start. */
  readonly report?: (part: string, seconds: number) => void;
}

/** Number of loaded objects of each kind. */
export interface Loaded {
  readonly people: number;
  readonly devices: number;
  readonly peers: number;
  readonly samples: number;
  readonly readings: number;
  readonly events: number;
}

const days = 365;

/** Fills an empty instance. Objects with secrets are created through the API, the rest with COPY. */
export async function loadDataSet(target: Target, options: DataSetOptions): Promise<Loaded> {
  const { sizes, seed } = options;
  const random = createRandom(seed);
  const groups = groupNames(sizes.groups - 1);
  const report = reporter(options);
  await prepareInstance(target, groups, planLocations(sizes, groups, random.fork('locations')));
  report('administrator, groups and locations');
  return withDatabase(target, (client) => loadRows(client, options, random, report));
}

async function loadRows(
  client: pg.Client,
  { sizes, until }: DataSetOptions,
  random: Random,
  report: (part: string) => void,
): Promise<Loaded> {
  const people = await loadPeople(client, sizes.people, random.fork('people'), until);
  report('people and their groups');
  const locations = await listLocations(client);
  const devices = await loadDevices(client, { count: sizes.devices, people, locations, until }, random.fork('devices'));
  report('devices, addresses and peers');
  const isWorkingDay = workingDaysBefore(until.getTime());
  const traffic = await loadTraffic(client, { devices, days, until, isWorkingDay }, random.fork('traffic'));
  report('traffic');
  const events = await loadEvents(client, { count: sizes.events, until, people, locations }, random.fork('events'));
  report('events');
  await client.query('vacuum (analyze)');
  report('statistics');
  return { people: people.length, devices: devices.length, peers: await countPeers(client), ...traffic, events };
}

async function loadEvents(
  client: pg.Client,
  plan: { count: number; until: Date; people: readonly LoadedPerson[]; locations: readonly LoadedLocation[] },
  random: Random,
): Promise<number> {
  const people: Actor[] = plan.people.filter(({ isActive }) => isActive);
  const administrators = plan.people.filter(({ isAdmin }) => isAdmin);
  const groups = (await listGroups(client)).filter((group) => !group.is_admin);
  const { count, until, locations } = plan;
  const times = { days, until, isWorkingDay: workingDaysBefore(until.getTime()) };
  const events = makeEvents({ count, ...times, people, administrators, groups, locations }, random);
  await withoutIndexes(client, async () => {
    for (const batch of batchesOf(events, 5_000)) await appendActivity(client, batch);
  });
  return count;
}

function* batchesOf<T>(items: Iterable<T>, size: number): Generator<T[]> {
  let batch: T[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function listLocations(client: pg.Client): Promise<LoadedLocation[]> {
  const { rows } = await client.query<LoadedLocation>(`
    select id, name, keepalive_seconds as "keepaliveSeconds", mfa_mode as "mfaMode",
      array(select group_id from location_group where location_id = id order by group_id) as "groupIds",
      array(select host(address) || '/' || masklen(address) from location_network
        where location_id = id order by position) as networks
    from location order by id`);
  return rows;
}

async function countPeers(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from peer');
  return rows[0]?.count ?? 0;
}

function reporter({ report = () => undefined }: DataSetOptions): (part: string) => void {
  const startedAt = performance.now();
  return (part) => report(part, (performance.now() - startedAt) / 1000);
}
