import type { BenchInstance } from '../instance.ts';

export interface AdminCall {
  /** Title for the results. */
  readonly name: string;
  /** Path below the API. */
  readonly path: string;
  /** All objects, or one screen. */
  readonly kind: 'list' | 'page';
}

/** The calls of the console when an administrator opens its pages. */
export async function adminCalls({ query }: BenchInstance): Promise<AdminCall[]> {
  const [facts] = await query<{ people: number; devices: number; username: string; location: number; device: number }>(`
    select (select count(*)::int from "user") as people, (select count(*)::int from device) as devices,
      (select u.username from "user" u join device d on d.user_id = u.id where u.is_active
        group by u.id order by count(*) desc, u.id limit 1) as username,
      (select min(id) from location) as location, (select min(device_id) from device_location) as device`);
  if (!facts) throw new Error('the data set is empty');
  const { people, devices, username, location, device } = facts;
  return [
    { name: `whole list of ${people} people`, path: '/user', kind: 'list' },
    { name: `whole list of ${devices} devices`, path: '/device', kind: 'list' },
    { name: `${devices} devices with owners and addresses`, path: '/network/devices', kind: 'list' },
    { name: 'groups with their members', path: '/group-info', kind: 'page' },
    { name: 'names of groups', path: '/group', kind: 'page' },
    { name: 'locations', path: '/network', kind: 'page' },
    { name: 'one location', path: `/network/${location}`, kind: 'page' },
    { name: 'gateways of all locations', path: '/network/gateways', kind: 'page' },
    { name: 'one person with devices', path: `/user/${username}`, kind: 'page' },
    { name: 'locations of one person, with reasons', path: `/user/${username}/access`, kind: 'page' },
    { name: 'connections of one person', path: `/user/${username}/connections`, kind: 'page' },
    { name: 'home', path: '/home', kind: 'page' },
    { name: 'search for a part of a name', path: `/search?q=${username.slice(1, 4)}`, kind: 'page' },
    { name: 'search for one letter', path: `/search?q=${username.slice(0, 1)}`, kind: 'page' },
    { name: 'search for an address', path: '/search?q=10.0.0.7', kind: 'page' },
    { name: 'people of one location', path: `/network/${location}/people`, kind: 'page' },
    { name: 'devices of one location', path: `/network/${location}/devices`, kind: 'page' },
    { name: 'one device', path: `/device/${device}`, kind: 'page' },
    { name: 'configuration of a device', path: `/network/${location}/device/${device}/config`, kind: 'page' },
    { name: 'settings', path: '/settings', kind: 'page' },
  ];
}
