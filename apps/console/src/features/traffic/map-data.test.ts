import { expect, it } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { currentRates, mapPeople } from './map-data.ts';

const at = new Date('2030-01-01T12:10:30Z');
const bucket = (collected_at: string, download: number, upload: number) => ({ collected_at, download, upload });

it('averages the last five complete minutes', () => {
  const buckets = [
    bucket('2030-01-01T12:04:00', 1_000_000, 1_000_000),
    bucket('2030-01-01T12:05:00', 300, 3_000),
    bucket('2030-01-01T12:09:00', 0, 4_500),
    bucket('2030-01-01T12:10:00', 1_000_000, 1_000_000),
  ];
  expect(currentRates(buckets, at)).toEqual({ down: 200, up: 8 });
});

it('lists people and network devices with the highest throughput first', () => {
  const stats = (upload: number) => [{ device_id: 1, ...bucket('2030-01-01T12:09:00', 0, upload) }];
  const people = mapPeople(
    givenNetwork.connected({
      user_devices: [
        { user: given.user(), devices: [givenNetwork.connectedDevice({ stats: stats(750) })] },
        {
          user: given.user({ id: 2, username: 'bob', first_name: 'Bob', last_name: 'Żak' }),
          devices: [
            givenNetwork.connectedDevice({ stats: stats(750) }),
            givenNetwork.connectedDevice({ stats: stats(750) }),
          ],
        },
      ],
      network_devices: [givenNetwork.connectedDevice({ id: 9, name: 'Printer', stats: stats(1_200) })],
    }),
    at,
  );
  expect(people.map(({ name, devices, bitsPerSecond }) => [name, devices.length, bitsPerSecond])).toEqual([
    ['Bob Żak', 2, 40],
    ['Printer', 1, 32],
    ['Ada Lovelace', 1, 20],
  ]);
});
