import { randomBytes } from 'node:crypto';
import { addApiToken } from '@gatewarden/contract/api-tokens';
import { getMe, signIn } from '@gatewarden/contract/auth';
import { addDevice } from '@gatewarden/contract/devices';
import { stopUser } from '@gatewarden/contract/emergency-stop';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { addUser } from '@gatewarden/contract/users';
import { type Caller, createCaller } from '../../apps/server/test/caller.ts';
import { openConsole } from '../../apps/server/test/live-console.ts';
import { administrator } from '../data-set/prepare-instance.ts';
import { quantile } from '../figures.ts';
import { type SimulatedGateway, simulateGateway } from '../gateways/simulated-gateway.ts';
import type { BenchInstance } from '../instance.ts';
import { atMost, type Measure } from '../measure.ts';
import { within } from '../within.ts';

const password = 'Correct-horse-7';

export const emergencyStop: Measure = {
  name: 'emergency-stop',
  async *run(instance) {
    const [location] = await instance.query<{ id: number }>(
      `select location_id as id from peer p where not exists (select from location_group g where g.location_id = p.location_id)
       group by location_id order by count(*) desc, location_id limit 1`,
    );
    if (!location) throw new Error('no location that is open to all users has peers');
    await using gateway = await simulateGateway(instance, location.id);
    await within('the state of the location', gateway.first);
    await instance.admin.call(proveWithPassword, { body: { password: administrator.password } });
    const milliseconds: number[] = [];
    for (let round = 0; round < (instance.quick ? 3 : 20); round += 1) {
      milliseconds.push(await timeStop(instance, gateway, `stopped${Date.now()}`));
    }
    yield* [
      {
        name: 'from an emergency stop until session, token, console and tunnel have ended, slowest',
        value: quantile(milliseconds, 1),
        unit: 'ms',
        budget: atMost(1_000),
      },
    ];
  },
};

async function timeStop({ admin, url }: BenchInstance, gateway: SimulatedGateway, username: string): Promise<number> {
  const names = { first_name: 'Bench', last_name: 'Person', email: `${username}@example.com` };
  await admin.call(addUser, { body: { username, ...names, password } });
  const user = createCaller(url);
  await user.call(signIn, { body: { username, password } });
  const params = { username };
  const { token } = await user.call(addApiToken, { params, body: { name: 'Script' } });
  const key = randomBytes(32);
  await user.call(addDevice, { params, body: { name: 'Device', wireguard_pubkey: key.toString('base64') } });
  await using console = await openConsole(user);
  const peerRemoved = new Promise<void>((resolve) => {
    gateway.onChange(({ removedPublicKeys }) => {
      if (removedPublicKeys.some((gone) => key.equals(gone))) resolve();
    });
  });
  const startedAt = performance.now();
  await admin.call(stopUser, { params, body: { disable: true } });
  await Promise.all([
    within('the removal of the peer at the gateway', peerRemoved),
    within('the end of the console’s stream', console.ended),
    requireRefusal(user),
    requireRefusal(createCaller(url, undefined, token)),
  ]);
  return performance.now() - startedAt;
}

async function requireRefusal(caller: Caller): Promise<void> {
  const { status } = await caller.try(getMe, {});
  if (status !== 401) throw new Error(`answered ${status} after the stop`);
}
