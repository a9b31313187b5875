import type { BenchInstance } from '../instance.ts';

export interface ConsolePage {
  readonly name: string;
  readonly path: string;
}

interface Facts {
  readonly location: number;
  readonly gateway: string;
  readonly group: number;
  readonly username: string;
  readonly device: number;
}

/** Pages of the console that together show an administrator every screen. */
export async function consolePages({ query }: BenchInstance): Promise<ConsolePage[]> {
  const [facts] = await query<Facts>(`
    select location, (select min(id) from "group") as group, username, device,
      (select min(id::text) from component where location_id = location) as gateway
    from (select min(id) as location from location) first_location,
      (select u.username, min(d.id) as device from "user" u join device d on d.user_id = u.id where u.is_active
        group by u.id order by count(*) desc, u.id limit 1) person`);
  if (!facts) throw new Error('the data set is empty');
  const user = `/users/${facts.username}`;
  const location = `/locations/${facts.location}`;
  const group = `/groups/${facts.group}`;
  return [
    { name: 'home', path: '/home' },
    { name: 'overview', path: '/overview' },
    { name: 'map', path: '/overview?show=map' },
    { name: 'locations', path: '/locations' },
    { name: 'new location', path: '/locations/new/manual' },
    { name: 'location', path: location },
    { name: 'devices of a location', path: `${location}/devices` },
    { name: 'gateways of a location', path: `${location}/gateways` },
    { name: 'gateway', path: `${location}/gateways/${facts.gateway}` },
    { name: 'access of a location', path: `${location}/access` },
    { name: 'settings of a location', path: `${location}/settings` },
    { name: 'gateways', path: '/locations/gateways' },
    { name: 'devices', path: '/devices' },
    { name: 'people', path: '/users' },
    { name: 'import of people', path: '/import/users' },
    { name: 'person', path: user },
    { name: 'devices of a person', path: `${user}/devices` },
    { name: 'device of a person', path: `${user}/devices/${facts.device}` },
    { name: 'groups of a person', path: `${user}/groups` },
    { name: 'keys of a person', path: `${user}/keys` },
    { name: 'API tokens of a person', path: `${user}/tokens` },
    { name: 'sessions of a person', path: `${user}/sessions` },
    { name: 'activity of a person', path: `${user}/activity` },
    { name: 'new device of a person', path: `${user}/devices/new` },
    { name: 'groups', path: '/groups' },
    { name: 'new group', path: '/groups/new' },
    { name: 'group', path: group },
    { name: 'locations of a group', path: `${group}/locations` },
    { name: 'settings of a group', path: `${group}/settings` },
    { name: 'my profile', path: '/me' },
    { name: 'my security', path: '/me/security' },
    { name: 'my keys', path: '/me/keys' },
    { name: 'my account', path: '/me/account' },
    // a missing device loads the screen too, and the administrator may have none
    { name: 'device of my own', path: '/me/devices/1' },
    { name: 'new device of my own', path: '/me/devices/new' },
    { name: 'my activity', path: '/me/activity' },
    { name: 'activity log', path: '/activity' },
    { name: 'entry of the activity log', path: '/activity?entry=1' },
    { name: 'settings', path: '/settings' },
    { name: 'settings of mail', path: '/settings/mail' },
    { name: 'settings of security', path: '/settings/security' },
    { name: 'components', path: '/components' },
  ];
}
