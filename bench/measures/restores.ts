import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { signIn } from '@gatewarden/contract/auth';
import { addDevice } from '@gatewarden/contract/devices';
import { createCaller } from '../../apps/server/test/caller.ts';
import { administrator } from '../data-set/prepare-instance.ts';
import { makeAgent, type RunningAgent } from '../gateways/run-agent.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure } from '../measure.ts';

/**
 * Repeatedly restores the same copy of the database under a running core, followed by a different change each time,
 * with the gateway connected and disconnected in turn. The location reaches the gateway's version with other content.
 */
export const restores: Measure = {
  name: 'restores',
  async *run(instance) {
    const rounds = instance.quick ? 4 : 100;
    await using small = await instance.startSmall();
    const [location] = await small.query<{ id: number }>(
      'select location_id as id from peer group by location_id order by count(*), location_id limit 1',
    );
    if (!location) throw new Error('no location has peers');
    await using agent = await makeAgent(small, location.id);
    agent.start();
    await untilInSync(small, agent, location.id);
    await small.copyDatabase();
    let differing = 0;
    for (let round = 0; round < rounds; round += 1) {
      await restoreOnce(small, agent, { round });
      if (!(await untilInSync(small, agent, location.id))) differing += 1;
    }
    yield* [
      {
        name: `gateways with other content than core after ${rounds} restores`,
        value: differing,
        unit: 'of 1 each',
        budget: atMost(0),
      },
    ];
  },
};

async function restoreOnce(instance: BenchInstance, agent: RunningAgent, { round }: { round: number }): Promise<void> {
  const isOffline = round % 2 === 1;
  if (isOffline) await agent.stop();
  await instance.restoreDatabase();
  await addDeviceAfterRestore(instance, `device ${round}`);
  if (isOffline) agent.start();
}

/** Signs in first, because a restore ends all sessions. Retries until core has reconnected to the database. */
async function addDeviceAfterRestore({ url }: BenchInstance, name: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const admin = createCaller(url);
      await admin.call(signIn, { body: administrator });
      const wireguard_pubkey = randomBytes(32).toString('base64');
      const body = { name, wireguard_pubkey };
      await admin.call(addDevice, { params: { username: administrator.username }, body });
      return;
    } catch (error) {
      if (attempt === maxAttempts) throw error;
      await wait(pollMilliseconds);
    }
  }
}

const maxAttempts = 100;
const pollMilliseconds = 100;
/** Less than the time between two content checks, so that only the detection of the restore counts. */
const syncMilliseconds = 20_000;

/** Whether the gateway gets the peers in the database in time. */
async function untilInSync({ query }: BenchInstance, agent: RunningAgent, locationId: number): Promise<boolean> {
  const deadline = performance.now() + syncMilliseconds;
  while (performance.now() < deadline) {
    const rows = await query<{ key: string }>(
      'select public_key as key from peer where location_id = $1 and not removed',
      [locationId],
    ).catch(() => undefined);
    const peers = agent.peers();
    if (rows && rows.length === peers.size && rows.every(({ key }) => peers.has(key))) return true;
    await wait(pollMilliseconds);
  }
  return false;
}
