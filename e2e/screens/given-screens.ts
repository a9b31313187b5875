import { addAccessAlias, addAccessRule, type EditAccessAlias } from '@gatewarden/contract/access';
import { addAccessTest, type EditAccessTest } from '@gatewarden/contract/access-tests';
import { addActivityStream } from '@gatewarden/contract/activity-streams';
import { addDevice } from '@gatewarden/contract/devices';
import { addGroup, listGroups } from '@gatewarden/contract/groups';
import { addLocation } from '@gatewarden/contract/locations';
import { addNetworkDevice } from '@gatewarden/contract/network-devices';
import { addOpenidApp } from '@gatewarden/contract/openid-apps';
import { addUser } from '@gatewarden/contract/users';
import { addWebhook } from '@gatewarden/contract/webhooks';
import type { Page } from '@playwright/test';
import { createCaller } from '../../apps/server/test/caller.ts';
import { accessRule } from '../product/access-rule.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { locationBody } from '../product/location-body.ts';
import { administrator, createAdministrator } from '../product/people.ts';
import type { Product } from '../product/start-product.ts';

/** Words of the objects below; the rest of them is not Latin. */
export const wordsOfObjects = [
  ...[administrator.username, administrator.firstName, administrator.lastName],
  ...['@example', 'jimin', 'admin'],
  // names of protocols, the same in every language
  ...['TCP', 'UDP', 'ICMP'],
];

const location = locationBody({
  ...{ name: '서울', address: '10.7.0.1/24, fd07::1/64', endpoint: '203.0.113.7' },
  ...{ allowed_ips: '0.0.0.0/0', allowed_groups: ['개발'] },
});
const alias: EditAccessAlias = {
  name: '데이터베이스',
  kind: 'Destination',
  destination: '10.0.7.0/24',
  ports: '5432',
  protocols: [6],
} as const;
const accessTest: EditAccessTest = {
  ...{ name: '급여', expectation: 'denied', source_kind: 'all_users', source_id: null, location_id: null },
  ...{ destination: '10.0.0.0/8', ports: '22', protocols: [6] },
};
const person = { username: 'jimin', first_name: '지민', last_name: '김', email: 'jimin@example.com' };

/** Paths of every screen, of objects that exist. */
interface Screens {
  readonly signedOut: readonly string[];
  readonly signedIn: readonly string[];
}

/** Signs the page in as the administrator of an installation that has an object of each kind. */
export async function givenScreens(product: Product, page: Page): Promise<Screens> {
  await createAdministrator(page.request, product);
  const cookies = await page.context().cookies();
  const admin = createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  await admin.call(addUser, { body: { ...person, password: administrator.password } });
  await admin.call(addGroup, { body: { name: '개발', members: [person.username] } });
  const group = (await admin.call(listGroups, {})).find(({ name }) => name === '개발');
  const { id } = await admin.call(addLocation, { body: location });
  await admin.call(addAccessAlias, { body: alias });
  const rule = await admin.call(addAccessRule, {
    body: accessRule({ name: '인트라넷', allowed_groups: [group?.id ?? 0] }),
  });
  await admin.call(addAccessTest, { body: accessTest });
  const add = async (username: string, name: string) => {
    const body = { name, wireguard_pubkey: newKeyPair().publicKey };
    const { device } = await admin.call(addDevice, { params: { username }, body });
    return `/devices/${device.id}`;
  };
  const ownDevice = await add(administrator.username, '노트북');
  const device = await add(person.username, '휴대전화');
  const { device: printer } = await admin.call(addNetworkDevice, {
    body: { name: '프린터', location_id: id, assigned_ips: [], wireguard_pubkey: newKeyPair().publicKey },
  });
  const { client_id: app } = await admin.call(addOpenidApp, {
    body: {
      ...{ name: '위키', description: '문서', start_url: 'https://wiki.example.com', enabled: true },
      ...{ redirect_uri: ['https://wiki.example.com/callback'], scope: ['openid', 'profile'] },
    },
  });
  const { id: webhook } = await admin.call(addWebhook, {
    body: {
      ...{ description: '티켓', url: 'https://hooks-1.example.com/', token: 'secret', enabled: false },
      ...{ on_user_created: true, on_user_modified: false, on_user_deleted: false, on_hwkey_provision: false },
    },
  });
  await admin.call(addActivityStream, {
    body: { name: '보관', stream_type: 'syslog_tls', stream_config: { url: 'tls://syslog.example.com:6514' } },
  });
  const ofUser = [
    '',
    '?edit=true',
    '/devices',
    device,
    '/devices/new',
    '/groups',
    '/keys',
    '/sessions',
    '/activity',
    '/traffic',
  ];
  const ofLocation = [
    '',
    '/devices',
    '/gateways',
    '/access',
    '/settings',
    '/public-addresses',
    '/two-factor',
    '/history',
  ];
  return {
    signedOut: ['/sign-in', '/setup', '/auth/callback?error=access_denied', '/create-passkey'],
    signedIn: [
      ...['/home', '/overview', '/overview?show=map', `/overview/${id}`, '/locations', '/locations/new'],
      ...['/locations/new/manual', '/locations/new/import'],
      ...['/locations/gateways', '/devices', '/network-devices', '/network-devices/new'],
      `/network-devices/${printer.id}/traffic`,
      ...['', '?show=pending', '/new', '/aliases', '/tests', '/explain', '/history', `/${rule.id}`].map(
        (path) => `/access-rules${path}`,
      ),
      ...ofLocation.map((path) => `/locations/${id}${path}`),
      '/connect',
      ...['', '/new', '/provider'].map((path) => `/applications${path}`),
      ...['', '/access', '/tokens', '/users', '/settings'].map((path) => `/applications/${app}${path}`),
      ...['', '/new', `/${webhook}`, `/${webhook}/deliveries`, `/${webhook}/settings`].map(
        (path) => `/webhooks${path}`,
      ),
      ...['/users', '/users?add=true', '/import/users', '/enrollment', '/groups', '/groups/new'],
      ...['', '/locations', '/settings'].map((path) => `/groups/${group?.id}${path}`),
      ...ofUser.map((path) => `/users/${person.username}${path}`),
      ...[
        '/activity',
        '/yubikeys',
        '/support',
        '/versions',
        '/settings',
        '/settings/mail',
        '/settings/security',
        '/settings/enterprise',
        '/settings/notifications',
        '/settings/traffic',
        '/settings/enrollment',
        '/settings/edges',
        '/consent/abcdefghijklmnopqrstu',
        '/settings/scim',
        '/settings/streams',
        '/settings/ldap',
        '/settings/directory',
        '/settings/directory/ldap',
        '/settings/openid',
        '/nowhere',
      ],
      ...['', ownDevice, '/devices/new', '/applications', '/security', '/keys', '/account', '/activity'].map(
        (path) => `/me${path}`,
      ),
    ],
  };
}
