import { randomBytes } from 'node:crypto';
import { addDevice, deleteDevice, updateDevice } from '@gatewarden/contract/devices';
import type { StateChange } from '@gatewarden/contract/gateway/v1';
import { updateUser } from '@gatewarden/contract/users';
import { median, quantile } from '../figures.ts';
import { type SimulatedGateway, simulateGateway } from '../gateways/simulated-gateway.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure } from '../measure.ts';
import { within } from '../within.ts';

export const gatewayChange: Measure = {
  name: 'gateway-change',
  async *run(instance) {
    const locationId = await largestLocation(instance);
    const full: number[] = [];
    for (let round = 0; round < (instance.quick ? 2 : 5); round += 1) {
      await using joining = await simulateGateway(instance, locationId);
      full.push((await within('the complete state', joining.first)).milliseconds);
    }
    await using gateway = await simulateGateway(instance, locationId);
    const { state } = await within('the complete state', gateway.first);
    const people = await instance.query<{ username: string }>(
      'select username from "user" where is_active and id > 100 order by id limit $1',
      [instance.quick ? 5 : 40],
    );
    const milliseconds: number[] = [];
    for (const { username } of people) milliseconds.push(...(await timeChanges(instance, gateway, username)));
    const peers = `gateway with ${state.peers.length} peers`;
    const applied = await appliedAccordingToCore(instance, gateway);
    yield* [
      { name: `complete state to a new ${peers}`, value: median(full), unit: 'ms', budget: atMost(2_000) },
      {
        name: `from a request to its acknowledgement by a ${peers}, p95`,
        value: quantile(milliseconds, 0.95),
        unit: 'ms',
        budget: atMost(200),
      },
      { name: 'the same, median', value: median(milliseconds), unit: 'ms' },
      { name: 'the last of these changes as core counted it', value: applied, unit: 'ms' },
    ];
  },
};

async function largestLocation({ query }: BenchInstance): Promise<number> {
  const [row] = await query<{ id: number }>(
    'select location_id as id from peer group by location_id order by count(*) desc, location_id limit 1',
  );
  if (!row) throw new Error('no location has peers');
  return row.id;
}

/** Adds a device, changes its key, disables and enables its owner and removes it. */
async function timeChanges({ admin }: BenchInstance, gateway: SimulatedGateway, username: string): Promise<number[]> {
  const [first, second] = [newKey(), newKey()];
  let id = '';
  const add = async () => {
    const { device } = await admin.call(addDevice, { params: { username }, body: deviceWith(first) });
    id = String(device.id);
  };
  const setActive = (is_active: boolean) => () => admin.call(updateUser, { params: { username }, body: { is_active } });
  return [
    await timeChange(gateway, add, upserts(first)),
    await timeChange(
      gateway,
      () => admin.call(updateDevice, { params: { id }, body: deviceWith(second) }),
      upserts(second),
    ),
    await timeChange(gateway, setActive(false), removes(second)),
    await timeChange(gateway, setActive(true), upserts(second)),
    await timeChange(gateway, () => admin.call(deleteDevice, { params: { id } }), removes(second)),
  ];
}

/** Milliseconds from the request until the gateway has acknowledged the resulting change. */
async function timeChange(
  gateway: SimulatedGateway,
  request: () => Promise<unknown>,
  isExpected: (change: StateChange) => boolean,
): Promise<number> {
  const acknowledged = Promise.withResolvers<number>();
  gateway.onChange((change) => {
    if (isExpected(change)) acknowledged.resolve(performance.now());
  });
  const startedAt = performance.now();
  await request();
  return (await within('a change at the gateway', acknowledged.promise)) - startedAt;
}

async function appliedAccordingToCore({ query }: BenchInstance, gateway: SimulatedGateway): Promise<number> {
  const [row] = await query<{ milliseconds: number }>(
    'select apply_milliseconds as milliseconds from gateway where id = $1',
    [gateway.id],
  );
  return row?.milliseconds ?? Number.NaN;
}

function newKey(): Buffer {
  return randomBytes(32);
}

function deviceWith(key: Buffer) {
  return { name: 'Bench device', wireguard_pubkey: key.toString('base64') };
}

const upserts = (key: Buffer) => (change: StateChange) =>
  change.upsertedPeers.some(({ publicKey }) => key.equals(publicKey));
const removes = (key: Buffer) => (change: StateChange) => change.removedPublicKeys.some((gone) => key.equals(gone));
