import { expect, it } from 'vitest';
import { startVpn, type Vpn } from '../../../test/assignments/vpn.ts';
import { locationBody, newKeys } from '../../../test/given/network.ts';
import { bySystem } from '../../platform/actor.ts';

/** A device that belongs to the location, as the calls for network devices will create it. */
async function givenNetworkDevice(vpn: Vpn, locationId: number, address: string): Promise<number> {
  const [device] = await vpn.query<{ id: number }>(`
    insert into device (user_id, kind, name, public_key, configured, created_at)
    values (${vpn.actor.userId}, 'network', 'printer', null, false, now()) returning id`);
  const id = device?.id ?? 0;
  await vpn.query(`insert into device_location (device_id, location_id) values (${id}, ${locationId})`);
  await vpn.query(`insert into device_address values (${id}, ${locationId}, 0, '${address}')`);
  return id;
}

const addresses = async (vpn: Vpn) =>
  (await vpn.query<{ address: string }>('select address from device_address order by address')).map(
    (row) => row.address,
  );

it('leaves network devices in their location regardless of its groups, and moves their addresses with its networks', async () => {
  await using vpn = await startVpn();
  const { id } = await vpn.locations.add(bySystem, locationBody(1));
  await givenNetworkDevice(vpn, id, '10.1.0.9');
  await vpn.locations.update(bySystem, id, locationBody(1, { allowed_groups: ['admin'] }));
  expect(await addresses(vpn)).toEqual(['10.1.0.9']);
  await vpn.locations.update(bySystem, id, locationBody(1, { address: '10.7.0.1/24,10.1.0.1/24' }));
  expect(await addresses(vpn)).toEqual(['10.1.0.9', '10.7.0.2']);
});

it('deletes the network devices of a deleted location, and no others', async () => {
  await using vpn = await startVpn();
  const deleted = await vpn.locations.add(bySystem, locationBody(1));
  const other = await vpn.locations.add(bySystem, locationBody(2));
  const networkDevice = await givenNetworkDevice(vpn, deleted.id, '10.1.0.9');
  const { device } = await vpn.devices.add(vpn.actor, bySystem, {
    username: 'root',
    name: 'laptop',
    publicKey: newKeys().publicKey,
  });
  await vpn.locations.remove(bySystem, deleted.id);
  expect(await vpn.query('select id from device')).toEqual([{ id: device.id }]);
  expect(vpn.published.slice(-2)).toMatchObject([
    {
      type: 'device.removed',
      payload: { device: { id: networkDevice, wireguard_pubkey: 'NOT_CONFIGURED' }, owner: 'root' },
    },
    { type: 'location.removed' },
  ]);
  expect((await vpn.devices.getAssignment(vpn.actor, device.id, other.id)).location_id).toBe(other.id);
});
