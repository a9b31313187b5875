import { Capability } from '@gatewarden/contract/gateway/v1';
import { listGateways } from '@gatewarden/contract/gateways';
import { updateLocation } from '@gatewarden/contract/locations';
import { addSnatBinding, deleteSnatBinding, listSnatBindings, updateSnatBinding } from '@gatewarden/contract/snat';
import { deleteUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { locationBody, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';
import type { TestGateway } from '../../../test/test-gateway.ts';

test.beforeEach(({ server }) => removeNetwork(server));

async function givenUser(server: TestServer) {
  const user = await server.given.user();
  const location = await server.given.location();
  const params = { id: String(location.id) };
  return { admin: await server.given.admin(), user, location, params, own: { ...params, userId: String(user.id) } };
}

/** In hexadecimal, as the gateway gives it to the device; undefined for none. */
const addressOf = ({ state }: Pick<TestGateway, 'state'>, { publicKey }: { readonly publicKey: string }) =>
  state?.publicAddresses.get(publicKey);
const [ipv4, ipv6] = ['cb007107', '20010db8000000000000000000000007'];

describe('the public addresses of a location', () => {
  test('are added, changed and removed, each with an event', async ({ server }) => {
    const { admin, user, location, params, own } = await givenUser(server);
    const binding = { id: expect.any(Number), user_id: user.id, location_id: location.id, public_ip: '203.0.113.7' };
    const body = { user_id: user.id, public_ip: ' 203.0.113.7 ' };
    expect(await admin.call(addSnatBinding, { params, body })).toEqual(binding);
    expect(await admin.call(listSnatBindings, { params })).toEqual([binding]);
    expect(await latestEntry(server, 'user_snat_binding_added')).toMatchObject({
      location: location.name,
      description: `Public address 203.0.113.7 of ${user.username} at location ${location.name}`,
    });

    const changed = { ...binding, public_ip: '2001:db8::7' };
    expect(await admin.call(updateSnatBinding, { params: own, body: { public_ip: '2001:DB8:0::7' } })).toEqual(changed);
    expect(await latestEntry(server, 'user_snat_binding_modified')).toMatchObject({
      description: `Public address of ${user.username} at location ${location.name}: 203.0.113.7 → 2001:db8::7`,
    });

    expect(await admin.call(deleteSnatBinding, { params: own })).toBeNull();
    expect(await admin.call(listSnatBindings, { params })).toEqual([]);
    expect(await latestEntry(server, 'user_snat_binding_removed')).toMatchObject({
      description: `Public address 2001:db8::7 of ${user.username} at location ${location.name}`,
    });
  });

  test('leave no event if nothing changes', async ({ server }) => {
    const { admin, user, params, own } = await givenUser(server);
    await admin.call(addSnatBinding, { params, body: { user_id: user.id, public_ip: '203.0.113.7' } });
    const before = await latestEntry(server, 'user_snat_binding_modified');
    await admin.call(updateSnatBinding, { params: own, body: { public_ip: '203.0.113.7' } });
    expect(await latestEntry(server, 'user_snat_binding_modified')).toEqual(before);
  });

  test.for([
    ['a second one of a user', 409, 'snat_binding_exists', { public_ip: '203.0.113.8' }],
    ['one of an unknown user', 404, 'user_not_found', { user_id: 999_999 }],
    ['a network', 422, 'public_ip_invalid', { public_ip: '203.0.113.0/24' }],
    ['a host name', 422, 'public_ip_invalid', { public_ip: 'vpn.example.com' }],
    ['an empty text', 422, 'public_ip_invalid', { public_ip: '' }],
    ['a loopback address', 422, 'public_ip_invalid', { public_ip: '127.0.0.1' }],
    ['the broadcast address', 422, 'public_ip_invalid', { public_ip: '255.255.255.255' }],
    ['an unspecified address', 422, 'public_ip_invalid', { public_ip: '::' }],
    ['a link-local IPv4 address', 422, 'public_ip_invalid', { public_ip: '169.254.1.1' }],
    ['a link-local IPv6 address', 422, 'public_ip_invalid', { public_ip: 'fe80::1' }],
    ['a multicast address', 422, 'public_ip_invalid', { public_ip: 'ff02::1' }],
    ['an IPv4-mapped address', 422, 'public_ip_invalid', { public_ip: '::ffff:203.0.113.7' }],
  ] as const)('refuse %s', async ([, status, code, changes], { server }) => {
    const { admin, user, params } = await givenUser(server);
    const body = { user_id: user.id, public_ip: '203.0.113.7' };
    await admin.call(addSnatBinding, { params, body });
    const other = await server.given.user();
    const given = code === 'public_ip_invalid' ? { user_id: other.id } : {};
    const answer = await admin.try(addSnatBinding, { params, body: { ...body, ...given, ...changes } });
    expect(answer).toMatchObject({ status, body: { code } });
  });

  test('refuse addresses in the networks of the location', async ({ server }) => {
    const { admin, user } = await givenUser(server);
    const { id } = await server.given.location({ address: '10.77.0.1/24,fd00:77::1/64' });
    const params = { id: String(id) };
    const refused = { status: 422, body: { code: 'public_ip_invalid' } };
    for (const public_ip of ['10.77.0.1', '10.77.0.9', 'fd00:77::1']) {
      expect(await admin.try(addSnatBinding, { params, body: { user_id: user.id, public_ip } })).toMatchObject(refused);
    }
    await admin.call(addSnatBinding, { params, body: { user_id: user.id, public_ip: '10.77.1.9' } });
    const own = { ...params, userId: String(user.id) };
    const body = { public_ip: '10.77.0.1' };
    expect(await admin.try(updateSnatBinding, { params: own, body })).toMatchObject(refused);
  });

  test('need an existing location and binding', async ({ server }) => {
    const { admin, user, own } = await givenUser(server);
    const unknown = { id: '999999' };
    const body = { user_id: user.id, public_ip: '203.0.113.7' };
    for (const answer of [
      await admin.try(listSnatBindings, { params: unknown }),
      await admin.try(addSnatBinding, { params: unknown, body }),
      await admin.try(updateSnatBinding, { params: { ...own, ...unknown }, body }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'location_not_found' } });
    }
    for (const answer of [
      await admin.try(updateSnatBinding, { params: own, body }),
      await admin.try(deleteSnatBinding, { params: own }),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'snat_binding_not_found' } });
    }
  });

  test('one of several concurrent requests adds it', async ({ server }) => {
    const { admin, user, params } = await givenUser(server);
    const body = { user_id: user.id, public_ip: '203.0.113.7' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => admin.try(addSnatBinding, { params, body })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409]);
  });

  test('are deleted with the user', async ({ server }) => {
    const { admin, user, params } = await givenUser(server);
    await admin.call(addSnatBinding, { params, body: { user_id: user.id, public_ip: '203.0.113.7' } });
    await admin.call(deleteUser, { params: { username: user.username } });
    expect(await admin.call(listSnatBindings, { params })).toEqual([]);
  });
});

describe('a gateway', () => {
  test('gets the address of all devices of the user, also of later ones, and of no others', async ({ server }) => {
    const { admin, user, location, params, own } = await givenUser(server);
    const device = await server.given.device(user);
    const stranger = await server.given.device(await server.given.user());
    await using gateway = await server.connectGateway(location, { capabilities: [Capability.NAT] });

    await admin.call(addSnatBinding, { params, body: { user_id: user.id, public_ip: '203.0.113.7' } });
    await gateway.until((each) => addressOf(each, device) === ipv4);
    const later = await server.given.device(user);
    await gateway.until((each) => addressOf(each, later) === ipv4);
    expect(addressOf(gateway, stranger)).toBeUndefined();

    await admin.call(updateSnatBinding, { params: own, body: { public_ip: '2001:db8::7' } });
    await gateway.until((each) => addressOf(each, device) === ipv6);
    await admin.call(deleteSnatBinding, { params: own });
    await gateway.until((each) => addressOf(each, device) === undefined && addressOf(each, later) === undefined);
    expect(gateway.received.filter((kind) => kind === 'full')).toHaveLength(1);
  });

  test('masquerades if the location says so, and a form without the field does not change that', async ({ server }) => {
    const { admin, location, params } = await givenUser(server);
    await using gateway = await server.connectGateway(location, { capabilities: [Capability.NAT] });
    expect(gateway.state?.masquerades).toBe(false);

    const body = locationBody(1);
    expect(await admin.call(updateLocation, { params, body: { ...body, masquerade: true } })).toMatchObject({
      masquerade: true,
    });
    await gateway.until(({ state }) => state?.masquerades === true);
    await admin.call(updateLocation, { params, body: { ...body, port: 51821 } });
    await gateway.until(({ state }) => state?.interface.listenPort === 51821);
    expect(gateway.state?.masquerades).toBe(true);
    await admin.call(updateLocation, { params, body: { ...body, masquerade: false } });
    await gateway.until(({ state }) => state?.masquerades === false);
  });

  test('that cannot translate addresses is shown as incomplete, also after an unrelated change', async ({ server }) => {
    const { admin, user, location, params } = await givenUser(server);
    await using _ = await server.connectGateway(location);
    const problems = async () => (await admin.call(listGateways, { params })).map((gateway) => gateway.problems);
    const outdated = [[expect.stringContaining('cannot translate addresses')]];
    await admin.call(addSnatBinding, { params, body: { user_id: user.id, public_ip: '203.0.113.7' } });
    await server.given.device(user);
    await expect.poll(problems).toEqual(outdated);
    await server.given.device(await server.given.user());
    await expect.poll(problems).toEqual(outdated);
  });
});
