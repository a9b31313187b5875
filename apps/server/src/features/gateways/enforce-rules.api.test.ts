import { deployAccess, updateAccessRule } from '@gatewarden/contract/access';
import { Capability, FirewallMode } from '@gatewarden/contract/gateway/v1';
import { listGateways } from '@gatewarden/contract/gateways';
import { deleteGroup, getGroup, removeGroupMember } from '@gatewarden/contract/groups';
import { updateLocation } from '@gatewarden/contract/locations';
import { parseAddress } from '@gatewarden/net/address';
import { describe, expect } from 'vitest';
import { isForwarded } from '../../../test/gateway-state/decide-applied.ts';
import { ruleBody } from '../../../test/given/access.ts';
import { locationBody, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';
import type { TestGateway } from '../../../test/test-gateway.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  await server.database.query('delete from access_rule');
});

const capabilities = [Capability.FIREWALL];
const tcp = 6;

/** Whether the gateway forwards a connection of the device to TCP port 443 of the address. */
function reaches({ state }: Pick<TestGateway, 'state'>, { publicKey }: { readonly publicKey: string }, to: string) {
  const destination = parseAddress(to);
  if (!state || !destination) throw new Error('the gateway has no state, or the address is invalid');
  return isForwarded(state.firewall, publicKey, { destination, protocol: tcp, port: 443 });
}

/** A location that denies by default, a member of a group with a device, and a connected gateway. */
async function givenMember(server: TestServer) {
  const group = await server.given.group();
  const { id: groupId } = await (await server.given.admin()).call(getGroup, { params: { name: group.name } });
  const user = await server.given.user({ groups: [group.name] });
  const location = await server.given.location({ acl_enabled: true });
  const device = await server.given.device(user);
  const gateway = await server.connectGateway(location, { capabilities });
  return { group: { ...group, id: groupId }, user, location, device, gateway };
}

describe('a gateway', () => {
  test('gets the rights of a device when a rule is deployed, and not before', async ({ server }) => {
    const { device, gateway } = await givenMember(server);
    await using _ = gateway;
    const admin = await server.given.admin();
    const draft = await server.given.accessRule({ destination: '10.20.0.1' });
    expect(reaches(gateway, device, '10.20.0.1')).toBe(false);

    await admin.call(deployAccess, { body: { rules: [draft.id], aliases: [] } });

    await gateway.until((each) => reaches(each, device, '10.20.0.1'));
    expect(reaches(gateway, device, '10.20.0.2')).toBe(false);
  });

  test('takes a right away when the user leaves the group', async ({ server }) => {
    const { group, user, device, gateway } = await givenMember(server);
    await using _ = gateway;
    const admin = await server.given.admin();
    await server.given.deployedRule({ allow_all_users: false, allowed_groups: [group.id], destination: '10.20.0.1' });
    await gateway.until((each) => reaches(each, device, '10.20.0.1'));

    await admin.call(removeGroupMember, { params: { name: group.name, username: user.username } });

    await gateway.until((each) => !reaches(each, device, '10.20.0.1'));
    expect(gateway.received.at(-1)).toBe('change');
  });

  test('takes a right away when the group is deleted, and still protects what the rule names', async ({ server }) => {
    const { group, location, device, gateway } = await givenMember(server);
    await using _ = gateway;
    const admin = await server.given.admin();
    await server.given.deployedRule({ allow_all_users: false, allowed_groups: [group.id], destination: '10.20.0.1' });
    const body = locationBody(1, { acl_enabled: true, acl_default_allow: true });
    await admin.call(updateLocation, { params: { id: String(location.id) }, body });
    await gateway.until((each) => reaches(each, device, '10.20.0.1') && reaches(each, device, '10.99.0.1'));

    await admin.call(deleteGroup, { params: { name: group.name } });

    await gateway.until((each) => !reaches(each, device, '10.20.0.1'));
    expect(reaches(gateway, device, '10.99.0.1')).toBe(true);
  });

  test('changes nothing while a change of a rule is pending', async ({ server }) => {
    const { device, gateway } = await givenMember(server);
    await using _ = gateway;
    const admin = await server.given.admin();
    const { id } = await server.given.deployedRule({ destination: '10.20.0.1' });
    await gateway.until((each) => reaches(each, device, '10.20.0.1'));
    const version = gateway.state?.version;

    const change = ruleBody({ destination: '10.20.0.9' });
    const { id: childId } = await admin.call(updateAccessRule, { params: { id: String(id) }, body: change });
    expect(gateway.state?.version).toBe(version);

    await admin.call(deployAccess, { body: { rules: [childId], aliases: [] } });
    await gateway.until((each) => reaches(each, device, '10.20.0.9'));
    expect(reaches(gateway, device, '10.20.0.1')).toBe(false);
  });

  test('is open again when access control is turned off', async ({ server }) => {
    const { location, device, gateway } = await givenMember(server);
    await using _ = gateway;
    const admin = await server.given.admin();
    expect(reaches(gateway, device, '10.99.0.1')).toBe(false);

    await admin.call(updateLocation, { params: { id: String(location.id) }, body: locationBody(1) });

    await gateway.until(({ state }) => state?.firewall.mode === FirewallMode.OFF);
    expect(gateway.state?.firewall.profiles.size).toBe(0);
    expect(reaches(gateway, device, '10.99.0.1')).toBe(true);
  });

  test('without the capability gets no peers, and says so in its status', async ({ server }) => {
    const user = await server.given.user();
    const location = await server.given.location({ acl_enabled: true });
    await server.given.device(user);
    await using gateway = await server.connectGateway(location);

    expect(gateway.state?.peers.size).toBe(0);
    const admin = await server.given.admin();
    const problems = async () =>
      (await admin.call(listGateways, { params: { id: String(location.id) } })).flatMap((status) => status.problems);
    await expect.poll(problems).toEqual([expect.stringContaining('cannot enforce access control')]);
  });
});
