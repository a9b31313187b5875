import { formatAddress, parseAddress } from '@gatewarden/net/address';
import { parseInterfaceAddressList } from '@gatewarden/net/address-list';
import { expect, it } from 'vitest';
import type { AssignedAddress } from './addresses.queries.ts';
import { repositionAddresses } from './reposition-addresses.ts';

function assigned(device: number, position: number, text: string): AssignedAddress {
  const address = parseAddress(text);
  if (!address) throw new Error(text);
  return { location_id: 1, device_id: device, position, address };
}

/** As `device@position: address`. */
function reposition(networks: string, ...misplaced: AssignedAddress[]): string[] {
  const list = parseInterfaceAddressList(networks);
  if (list.kind === 'bad-item') throw new Error(list.item);
  return repositionAddresses(misplaced, list.items).map(
    (row) => `${row.device_id}@${row.position}: ${formatAddress(row.address)}`,
  );
}

it('moves addresses with networks that change positions', () => {
  expect(
    reposition(
      'fd00::1/64,10.1.0.1/24',
      assigned(7, 0, '10.1.0.9'),
      assigned(7, 1, 'fd00::9'),
      assigned(8, 0, '10.1.0.4'),
    ),
  ).toEqual(['7@1: 10.1.0.9', '7@0: fd00::9', '8@1: 10.1.0.4']);
});

it('retains the first of two addresses when their networks are merged', () => {
  expect(reposition('10.0.0.1/8', assigned(7, 1, '10.2.0.9'), assigned(7, 2, '10.3.0.9'))).toEqual(['7@0: 10.2.0.9']);
});

it.each(['10.1.0.0', '10.1.0.255', '10.1.0.1', '10.2.0.9', 'fd00::9', '::ffff:10.1.0.9'])(
  'releases %s, which a device in that network cannot have',
  (address) => {
    expect(reposition('10.1.0.1/24', assigned(7, 1, address))).toEqual([]);
  },
);
