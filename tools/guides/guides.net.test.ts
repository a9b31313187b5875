import { afterAll, beforeAll, expect, it } from 'vitest';
import { givenInstallation, type Installation, untilReady } from './given-installation.ts';
import { guideBlock } from './guide-blocks.ts';

// The tests share one machine, because its start takes longer than all tests. They are independent of each other.
let server: Installation;
beforeAll(async () => {
  server = await givenInstallation();
}, 120_000);
afterAll(() => server?.[Symbol.asyncDispose]());

it('installs core as a service behind nginx', async () => {
  const { checked, setupLink, run } = server;
  expect(checked).toMatch(/^ready/);
  expect(checked).toMatch(/127\.0\.0\.1:8000\b/);
  expect(checked).not.toMatch(/(\*|0\.0\.0\.0|\[::\]):8000\b/);
  expect(checked).toMatch(/\*:50055\b/);
  expect(setupLink).toMatch(/https:\/\/vpn\.example\.com\/setup\?token=\S+/);
  expect(await run(guideBlock('installation.md#admin'))).toContain('rosa@example.com');
  const permissions = '-rw------- root /etc/gatewarden.env\ndrwx------ gatewarden /var/lib/gatewarden\n';
  expect(await run(guideBlock('hardening.md#permissions'))).toBe(permissions);
});

it('serves core through Caddy', async () => {
  const answer = await server.run(
    `cat > /root/Caddyfile <<'CADDY'
{
  admin off
  http_port 8081
  https_port 8443
  local_certs
  skip_install_trust
}
${guideBlock('installation.md#caddy')}CADDY
caddy run --config /root/Caddyfile --adapter caddyfile 2> /dev/null &
trap "kill $!" EXIT
curl --silent --insecure --fail --retry 60 --retry-all-errors --retry-delay 1 https://vpn.example.com:8443/api/v1/ready`,
  );
  expect(answer).toBe('ready');
});

it('calls the API with a token, page by page', async () => {
  const token = `cd "$(mktemp -d)"; GATEWARDEN_TOKEN=${server.token}`;
  const me = await server.run(token, guideBlock('api-tokens.md#me'));
  expect(JSON.parse(me)).toMatchObject({ username: 'rosa' });
  expect(await server.run(token, guideBlock('api-tokens.md#pages'))).toMatch(/^\S+\tuser_added\t/m);
});

it('verifies the activity log, and an export of it offline', async () => {
  const environment = guideBlock('installation.md#admin').replace(/ exec [\s\S]*/, '');
  // core signs the log at its start and then every hour
  const signed = 'until [ -e /var/lib/gatewarden/activity-checkpoint.json ]; do sleep 0.2; done';
  await server.run('systemctl restart gatewarden', untilReady, signed);
  const verified = await server.run(
    `${environment} cd /opt/gatewarden; PATH=/opt/gatewarden/node_modules/.bin:$PATH; HOME=/tmp`,
    'cp /var/lib/gatewarden/activity-checkpoint.json /tmp/checkpoint.json; chmod a+r /tmp/checkpoint.json; cd /opt/gatewarden',
    guideBlock('activity-log.md#verify').replace('checkpoint.json', '/tmp/checkpoint.json'),
    ')',
  );
  expect(verified).toMatch(/The activity log is/);
  const { checkpoint } = (await server.call('GET', '/activity_log/checkpoint')) as { checkpoint: object };
  const output = await server.run(
    `cd "$(mktemp -d)"; PATH=/opt/gatewarden/node_modules/.bin:$PATH; TOKEN=${server.token}`,
    `cp /opt/gatewarden/docs/examples/verify-activity-export.mjs .; echo '${JSON.stringify(checkpoint)}' > checkpoint.json`,
    guideBlock('activity-log.md#export'),
    guideBlock('activity-log.md#verify-export'),
  );
  expect(output).toMatch(/entries follow each other/);
});

it('sets up a location, a gateway and a device that reaches a server behind the gateway', async () => {
  const location = (await server.call('POST', '/network', {
    name: 'Office',
    address: '10.1.0.1/24',
    endpoint: 'gw.example.com',
    port: 51820,
    allowed_ips: '10.1.0.0/24, 192.168.10.0/24',
    allowed_groups: [],
    keepalive_interval: 25,
    peer_disconnect_threshold: 180,
    acl_enabled: false,
    acl_default_allow: false,
    location_mfa_mode: 'disabled',
  })) as { id: number };
  const { token } = (await server.call('GET', `/network/${location.id}/token`)) as { token: string };
  await server.run(
    // a laptop on the internet, and a server in the network behind the gateway
    `ip netns add laptop; ip link add internet type veth peer name eth0 netns laptop
     ip address add 198.51.100.1/24 dev internet; ip link set internet up
     ip -n laptop address add 198.51.100.2/24 dev eth0; ip -n laptop link set eth0 up; ip -n laptop link set lo up
     ip netns add office; ip link add eth0 type veth peer name eth0 netns office
     ip address add 192.168.10.2/24 dev eth0; ip link set eth0 up
     ip -n office address add 192.168.10.20/24 dev eth0; ip -n office link set eth0 up
     echo '198.51.100.1 gw.example.com' >> /etc/hosts`,
    guideBlock('first-hour.md#reach-core'),
    guideBlock('first-hour.md#forwarding'),
    guideBlock('first-hour.md#gateway-service').replace('gwj_…', token),
    'until ip -brief address show to 10.1.0.1 | grep -q gw; do sleep 0.2; done',
  );
  expect(await server.run(guideBlock('first-hour.md#gateway-check'))).toContain('10.1.0.1/24');

  const keys = await server.run('key=$(wg genkey); echo $key; wg pubkey <<< $key');
  const [privateKey = '', publicKey = ''] = keys.trim().split('\n');
  const added = (await server.call('POST', '/device/rosa', { name: 'Laptop', wireguard_pubkey: publicKey })) as {
    device: { id: number };
  };
  const config = `/network/${location.id}/device/${added.device.id}/config`;
  await server.run(
    `cd /root; curl --silent --fail --header 'Authorization: Bearer ${server.token}' 'https://vpn.example.com/api/v1${config}' \
       | sed 's|YOUR_PRIVATE_KEY|${privateKey}|' > office.conf
     cat > on-laptop <<'COMMANDS'\n${guideBlock('first-hour.md#device')}${guideBlock('first-hour.md#ping')}COMMANDS
     ip netns exec laptop bash -euo pipefail on-laptop 2> /dev/null`,
  );
  await server.run(
    guideBlock('gateway.md#forwarding'),
    guideBlock('gateway.md#nat'),
    guideBlock('gateway.md#service-token').replace('gwj_…', token),
    guideBlock('gateway.md#service'),
    // the service may enable forwarding
    `sysctl --quiet --write net.ipv4.ip_forward=0; systemctl restart gatewarden-gateway
     timeout 30 bash -c 'until [ $(sysctl --values net.ipv4.ip_forward) = 1 ]; do sleep 0.2; done'`,
    'ip netns exec laptop wg-quick down office 2> /dev/null',
  );
  await server.run(
    'HOME=/tmp; cp -r /etc/skel /tmp; cd /opt/gatewarden; PATH=$PWD/node_modules/.bin:$PATH',
    guideBlock('gateway.md#remove'),
  );
  expect(await server.run('ip -brief address show to 10.1.0.1')).toBe('');
});

it('connects a network device with the command-line client as a service', async () => {
  const location = (await server.call('POST', '/network', {
    ...{ name: 'Servers', address: '10.44.0.1/24', endpoint: '192.0.2.44', port: 51820, allowed_ips: '10.44.0.0/24' },
    ...{ allowed_groups: ['admin'], keepalive_interval: 25, peer_disconnect_threshold: 180 },
    ...{ acl_enabled: false, acl_default_allow: false, location_mfa_mode: 'disabled' },
  })) as { id: number };
  const device = { name: 'router', location_id: location.id, assigned_ips: ['10.44.0.9'] };
  const { enrollment_token: token } = (await server.call('POST', '/device/network/start_cli', device)) as {
    enrollment_token: string;
  };
  await server.run(
    guideBlock('network-devices.md#client-join')
      .replace('<token>', token)
      .replace('https://enroll.example.com', 'http://127.0.0.1:8080'),
    guideBlock('network-devices.md#client-service'),
  );
  expect(await server.run('gatewarden status')).toMatch(/Device: +router\n.*Location: +Servers\n.*gatewarden \(up\)/s);
  expect(await server.run('ip -brief address show dev gatewarden')).toContain('10.44.0.9/32');
  expect(await server.run('stat --format "%A %U" /var/lib/gatewarden-device/device.json')).toBe('-rw------- root\n');

  const [{ id }] = (await server.call('GET', '/device/network')) as [{ id: number }];
  // a running client would learn of it first, end, and not be joined when it starts again
  await server.run('systemctl stop gatewarden-device');
  await server.call('DELETE', `/device/network/${id}`);
  await server.run(
    `systemctl start gatewarden-device
     timeout 30 bash -c 'while ip link show dev gatewarden 2> /dev/null; do sleep 0.2; done'
     timeout 30 bash -c 'until systemctl is-failed --quiet gatewarden-device; do sleep 0.2; done'`,
  );
  expect(await server.run('systemctl show --property ExecMainStatus gatewarden-device')).toBe('ExecMainStatus=3\n');
});

it('connects the device of a person with the command-line client as a service', async () => {
  const location = { name: 'Lab', address: '10.45.0.1/24', endpoint: '192.0.2.45', port: 51820 };
  const { id } = (await server.call('POST', '/network', {
    ...{ ...location, allowed_ips: '10.45.0.0/24', allowed_groups: ['admin'], dns: '10.45.0.53, lab.example' },
    ...{ keepalive_interval: 25, peer_disconnect_threshold: 180, location_mfa_mode: 'disabled' },
    ...{ acl_enabled: false, acl_default_allow: false },
  })) as { id: number };
  const { enrollment_token: token } = (await server.call('POST', '/user/rosa/start_desktop', {})) as {
    enrollment_token: string;
  };
  const gatewarden = '/opt/gatewarden/apps/cli/bin/gatewarden';
  await server.run(
    `echo ${token} | ${gatewarden} login --url http://127.0.0.1:8080 --name travel-laptop`,
    guideBlock('command-line.md#client-service').replace(
      'systemctl daemon-reload',
      // other tests of this machine may have made locations
      `sed -i 's/gatewarden up$/gatewarden up Lab/' /etc/systemd/system/gatewarden-client.service; systemctl daemon-reload`,
    ),
    `timeout 60 bash -c 'until ip -brief address show dev gw-${id} 2> /dev/null | grep -q 10.45.0; do sleep 0.2; done'`,
  );
  expect(await server.run(`${gatewarden} status --json`)).toContain(`"interface":"gw-${id}"`);
  expect(await server.run('stat --format "%A %U" /var/lib/gatewarden-client/instances/*/client.json')).toBe(
    '-rw------- root\n',
  );
  expect(await server.run(`${gatewarden} down lab`)).toBe('Lab is disconnected.\n');
  // an end at the request of `down` is not a failure
  await server.run(`timeout 30 bash -c 'while systemctl is-active --quiet gatewarden-client; do sleep 0.2; done'`);
  expect(await server.run('systemctl show --property Result gatewarden-client')).toBe('Result=success\n');
  expect(await server.run(`ip link show dev gw-${id} 2>&1 || true`)).toContain('does not exist');
});

it('sets up accounts for the keys of OpenSSH and for emergencies', async () => {
  await server.run(
    'cd "$(mktemp -d)"; ssh-keygen -q -t ed25519 -N "" -f emergency; mkdir -p /run/sshd',
    guideBlock('ssh-keys.md#account'),
    guideBlock('ssh-keys.md#token'),
    guideBlock('ssh-keys.md#emergency-account'),
  );
  expect(await server.run('stat --format="%a %G" /etc/ssh/gatewarden.header; id --groups --name ada')).toBe(
    '640 gatewarden-keys\nada gatewarden-users\n',
  );
});

it('previews the example of the import without an error', async () => {
  for (const name of ['Staff', 'VPN users'])
    await server.call('POST', '/group', { name, is_admin: false, members: [] });
  const preview = await server.call('POST', '/users/import/preview', { csv: guideBlock('import-users.md#example') });
  expect(preview).toMatchObject({ rows: [{ outcome: 'add' }, { outcome: 'add' }] });
});
