import { listAccessAliases, listAccessRules, listRuleHits } from '@gatewarden/contract/access';
import { listAccessTests, runAccessTests } from '@gatewarden/contract/access-tests';
import { listActivityStreams } from '@gatewarden/contract/activity-streams';
import { listApiTokens } from '@gatewarden/contract/api-tokens';
import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { getLocationUsage } from '@gatewarden/contract/devices';
import { listEdges } from '@gatewarden/contract/edges';
import { getLastStop, listSuspended } from '@gatewarden/contract/emergency-stop';
import { getGatewayToken, listGatewayRefusals, listGateways } from '@gatewarden/contract/gateways';
import { listGroupNames, listGroups } from '@gatewarden/contract/groups';
import { listProviders } from '@gatewarden/contract/identity-providers';
import { getLicence } from '@gatewarden/contract/licence';
import { previewLocationImport } from '@gatewarden/contract/location-import';
import { getLocation, listLocations } from '@gatewarden/contract/locations';
import { startEmail, startTotp } from '@gatewarden/contract/mfa';
import {
  checkNetworkDeviceIps,
  listNetworkDevices,
  suggestNetworkDeviceIps,
} from '@gatewarden/contract/network-devices';
import { getOpenidIssuer, listOpenidApps } from '@gatewarden/contract/openid-apps';
import { getScimStatus, listScimRequests, listScimTokens } from '@gatewarden/contract/scim';
import { getSettings } from '@gatewarden/contract/settings';
import { getSetup } from '@gatewarden/contract/setup';
import { listSnatBindings } from '@gatewarden/contract/snat';
import { getSupportOverview } from '@gatewarden/contract/support';
import { getTrafficStorage } from '@gatewarden/contract/traffic-history';
import { getUser, listUsers } from '@gatewarden/contract/users';
import { getWebhook, listWebhookDeliveries, listWebhooks } from '@gatewarden/contract/webhooks';
import { getProvisionerListener, listProvisioners, listYubikeys } from '@gatewarden/contract/yubikeys';
import { given } from './given.ts';
import { givenAccess } from './given-access.ts';
import { givenApps } from './given-apps.ts';
import { givenDelivery } from './given-delivery.ts';
import { givenPreview } from './given-import.ts';
import { givenLicence } from './given-licence.ts';
import { givenNetwork } from './given-network.ts';
import { givenProviders } from './given-providers.ts';
import { givenScim } from './given-scim.ts';
import { givenSettings } from './given-settings.ts';
import { givenYubikeys } from './given-yubikeys.ts';
import { respond } from './respond.ts';
import { server } from './server.ts';

export const ada = given.admin();

/** Serves data that differs in the second version, as after a change by another administrator. */
export function serveVersions(): { change: () => void } {
  let version = 1;
  const changed = (text: string) => (version === 1 ? text : `${text} ${version}`);
  const bob = () =>
    given.user({
      ...{ id: 7, username: 'bob', first_name: 'Bob', last_name: changed('Stone'), email: `bob${version}@example.com` },
      ...{ is_active: false, phone: `+1 555 ${version}` },
    });
  const groups = () => [
    given.group({ name: 'admin', is_admin: true, members: ['ada'] }),
    given.group({ id: 2, name: 'Staff', members: version === 1 ? [] : ['zoe'], vpn_locations: ['Seoul'] }),
    given.group({ id: 3, name: changed('Guests') }),
  ];
  const location = () => givenNetwork.location({ name: changed('Warsaw'), port: 51_820 + version });
  const oslo = givenNetwork.location({ id: 2, name: 'Oslo', address: ['10.2.0.1/24'], allowed_groups: ['admin'] });
  let me = ada;
  server.use(
    respond(getUser, ({ params }) => {
      const user = params.username === 'bob' ? bob() : { ...me, phone: `+1 555 ${version}` };
      return given.details(user, [given.device({ description: changed('Old') })]);
    }),
    respond(listUsers, () => [ada, bob()]),
    respond(listSuspended, []),
    respond(getLastStop, () => ({
      ...{ at: '2030-01-31T12:00:00', by: 'rosa', sessions: version, tokens: 0, devices: 1, keys: 1 },
      ...{ authenticator_removed: false, recovery_codes: 0 },
    })),
    respond(listGroups, groups),
    respond(listGroupNames, () => ({ groups: groups().map(({ name }) => name) })),
    respond(listLocations, () => [location(), oslo]),
    respond(getLocation, ({ params }) => (Number(params.id) === oslo.id ? oslo : location())),
    respond(getLocationUsage, () => ({ users: version, user_devices: version, network_devices: 0 })),
    respond(listGateways, []),
    respond(listGatewayRefusals, []),
    respond(getGatewayToken, {
      token: 'gwj_local',
      grpc_url: 'https://localhost:50055',
      loopback: true,
      package: null,
    }),
    respond(listAccessRules, () => [givenAccess.rule({ name: changed('Intranet') })]),
    respond(listRuleHits, []),
    respond(listAccessAliases, () => [givenAccess.alias({ name: changed('Databases') })]),
    respond(listAccessTests, () => [givenAccess.test({ name: changed('Payroll') })]),
    respond(runAccessTests, []),
    respond(listOpenidApps, () => [givenApps.app({ client_id: 'wiki', description: changed('Old') })]),
    respond(getOpenidIssuer, givenApps.provider()),
    respond(listYubikeys, () => [givenYubikeys.yubikey({ name: changed('Blue') })]),
    respond(listProvisioners, () => [givenYubikeys.provisioner(), givenYubikeys.provisioner({ id: 'Reception' })]),
    respond(getProvisionerListener, givenYubikeys.listener()),
    respond(listWebhooks, () => [givenDelivery.webhook({ url: `https://tickets${version}.example.com/` })]),
    respond(getWebhook, () =>
      givenDelivery.webhook({
        url: `https://tickets${version}.example.com/`,
        state: givenDelivery.failing({ waiting: 41 + version }),
      }),
    ),
    respond(listWebhookDeliveries, { data: [], next: null }),
    respond(listActivityStreams, () => [
      givenDelivery.stream({ state: givenDelivery.failing({ waiting: 41 + version }) }),
      givenDelivery.stream({ id: 2, name: changed('Other') }),
    ]),
    respond(listNetworkDevices, () => [givenNetwork.networkDevice({ description: changed('Old') })]),
    respond(getTrafficStorage, {
      ...{ bytes: 1_000_000, expected_bytes: null, detail_bytes_per_day: null, history_bytes_per_day: null },
    }),
    respond(listSnatBindings, () => [givenNetwork.snatBinding()]),
    respond(suggestNetworkDeviceIps, [givenNetwork.splitIp()]),
    respond(checkNetworkDeviceIps, [{ available: true, valid: true }]),
    respond(listApiTokens, () => [given.apiToken(), given.apiToken({ id: 2, name: changed('Other') })]),
    respond(listProviders, () => ({
      providers: [
        givenProviders.provider({ display_name: changed('Company') }),
        givenProviders.provider({ id: 2, name: 'Okta', kind: 'okta', okta_dirsync_client_id: changed('0oa') }),
      ],
      redirect_uris: [],
    })),
    respond(listAuthKeys, () => [given.authKey({ name: changed('Key') })]),
    respond(startTotp, { secret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }),
    respond(startEmail, null),
    respond(getSupportOverview, {
      ...{ support_email: null, smtp_enabled: true, log_files_enabled: true, log_bytes: 1_000 },
    }),
    respond(getLicence, () => givenLicence({ state: 'none', issuer: null, license: null, grace_until: null })),
    respond(getSettings, () =>
      givenSettings({
        ...{ smtp_server: `mail${version}.example.com`, smtp_port: 465, smtp_sender: 'vpn@example.com' },
        ...{ main_logo_url: `/logo-${version}.svg`, reauthentication_minutes: 14 + version },
        ...{ openid_create_account: false },
      }),
    ),
    respond(getScimStatus, () => givenScim.status({ last_hour: version })),
    respond(listEdges, () => [given.edge({ hostname: changed('edge-1') })]),
    respond(listScimTokens, () => [givenScim.token(), givenScim.token({ id: 2, name: changed('Okta') })]),
    respond(listScimRequests, { requests: [], next: null }),
    respond(previewLocationImport, givenPreview()),
    respond(getSetup, { required: true, token_valid: true }),
  );
  return {
    change: () => {
      version += 1;
      me = { ...ada, last_name: changed('Lovelace') };
    },
  };
}
