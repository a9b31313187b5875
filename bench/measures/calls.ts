import { randomBytes } from 'node:crypto';
import { addDevice, deleteDevice } from '@gatewarden/contract/devices';
import { getUser, updateUser } from '@gatewarden/contract/users';
import { median } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { sendLoad } from '../load/send-load.ts';
import { timeCalls } from '../load/time-calls.ts';
import { atLeast, atMost, type Budget, type Measure } from '../measure.ts';
import { adminCalls } from './admin-calls.ts';

/** One kind of call. */
interface Subject {
  readonly name: string;
  readonly unit: 'ms' | 'requests/s';
  /** For the ratio to the commit before queries were prepared. */
  readonly budget?: Budget;
  /** One measurement; it is repeated. */
  readonly measure: (instance: BenchInstance) => Promise<number>;
}

/** The cost of calls in core; with `--against <commit>` also as the ratio to another commit in the same run. */
export const calls: Measure = {
  name: 'calls',
  async *run(instance) {
    await using other = await instance.startOther();
    // a migration that has just run leaves rows to clean up and statistics that are out of date
    for (const it of [instance, other]) await it?.query('vacuum (analyze)');
    for (const subject of await subjectsOf(instance)) {
      const [own, others]: [number[], number[]] = [[], []];
      for (let round = 0; round < (instance.quick ? 1 : 3); round += 1) {
        if (other) others.push(await subject.measure(other));
        own.push(await subject.measure(instance));
      }
      const { name, unit, budget } = subject;
      yield { name, value: median(own), unit };
      if (!other) continue;
      const value = median(own) / median(others);
      yield { name: '  ratio to the other commit', value, unit: '', ...(budget && { budget }) };
    }
  },
};

async function subjectsOf(instance: BenchInstance): Promise<Subject[]> {
  const paths = new Map((await adminCalls(instance)).map(({ name, path }) => [name.replaceAll(/\d+ /g, ''), path]));
  const objects = ['one location', 'one person with devices', 'one device', 'configuration of a device'];
  const { quick } = instance;
  const list = (name: string, path: string, limit?: number): Subject => ({
    name: `${name}, median`,
    unit: 'ms',
    ...(limit && { budget: atMost(limit) }),
    measure: (it) => medianTime(it, path, quick ? 10 : 30),
  });
  return [
    list('whole list of devices', '/device', 0.45),
    list('whole list of people', '/user'),
    ...objects.flatMap((name): Subject[] => {
      const path = paths.get(name) ?? '';
      return [
        { ...list(name, path, 0.6), measure: (it) => medianTime(it, path, quick ? 50 : 300) },
        {
          name: `${name}, 10 connections`,
          unit: 'requests/s',
          budget: atLeast(2),
          measure: (it) => throughput(it, path, quick ? 2 : 3),
        },
      ];
    }),
    list('activity log by user', '/activity_log?sort_by=username&sort_order=asc', 0.5),
    list('activity log by event', '/activity_log?sort_by=event&sort_order=asc', 0.5),
    { name: 'editing a user, median', unit: 'ms', budget: atMost(0.6), measure: editUser },
    { name: 'adding a device in all locations, median', unit: 'ms', budget: atMost(0.4), measure: addDevices },
  ];
}

export async function medianTime({ api, cookie }: BenchInstance, path: string, times: number): Promise<number> {
  return median(await Array.fromAsync(timeCalls(`${api}${path}`, { cookie }, times)));
}

async function throughput({ api, cookie }: BenchInstance, path: string, seconds: number): Promise<number> {
  const { perSecond } = await sendLoad({ url: `${api}${path}`, cookie, connections: 10, seconds });
  return perSecond;
}

export async function editUser({ admin, query, quick }: BenchInstance): Promise<number> {
  const [user] = await query<{ username: string }>('select username from "user" where id > 100 order by id limit 1');
  const params = { username: user?.username ?? '' };
  const { first_name, last_name, email, username } = (await admin.call(getUser, { params })).user;
  const milliseconds: number[] = [];
  for (let time = 0; time < (quick ? 10 : 40); time += 1) {
    const body = { username, first_name, last_name, email, phone: `+48 600 000 0${time + 10}` };
    milliseconds.push(await timeOf(() => admin.call(updateUser, { params, body })));
  }
  return median(milliseconds);
}

export async function addDevices({ admin, quick }: BenchInstance): Promise<number> {
  const milliseconds: number[] = [];
  for (let time = 0; time < (quick ? 5 : 15); time += 1) {
    const body = { name: `Measured ${time}`, wireguard_pubkey: randomBytes(32).toString('base64') };
    let id = '';
    const add = async () => {
      id = String((await admin.call(addDevice, { params: { username: 'admin' }, body })).device.id);
    };
    milliseconds.push(await timeOf(add));
    await admin.call(deleteDevice, { params: { id } });
  }
  return median(milliseconds);
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
