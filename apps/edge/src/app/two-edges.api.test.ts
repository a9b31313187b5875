import { test as base, expect } from 'vitest';
import { newEdgeClient } from '../../../server/test/edge-client.ts';
import { openEdgeSocket } from '../../../server/test/edge-socket.ts';
import { connectMethods, givenPhone, givenProtected } from '../../../server/test/given/connect.ts';
import { type Cluster, type ClusterEdge, type Restartable, repeatUntil, startCluster } from '../../test/cluster.ts';
import { type EnrollingPerson, inviteTo } from '../../test/enrolling-person.ts';

const test = base.extend<{ cluster: Cluster }>({
  cluster: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures are needed
    async ({}, use) => {
      await using cluster = await startCluster();
      await use(cluster);
    },
    { scope: 'file' },
  ],
});

type Part = 'core 1' | 'core 2' | 'edge A' | 'edge B';

interface Round {
  /** In this order; they start in the same order, or in the opposite one. */
  readonly kill: readonly Part[];
  readonly startsInOppositeOrder?: true;
  /** `blocked`: while core works on calls; `before`: before the calls; `meanwhile`: at the same time. */
  readonly when: 'blocked' | 'before' | 'meanwhile';
}

const rounds: readonly Round[] = [
  { kill: ['core 1'], when: 'meanwhile' },
  { kill: ['edge A'], when: 'blocked' },
  { kill: ['core 1', 'core 2'], when: 'blocked' },
  { kill: ['edge B', 'edge A'], when: 'blocked', startsInOppositeOrder: true },
  { kill: ['edge B', 'core 2'], when: 'meanwhile' },
  { kill: ['core 1', 'edge A'], when: 'blocked', startsInOppositeOrder: true },
  { kill: ['core 2', 'edge A', 'core 1', 'edge B'], when: 'before', startsInOppositeOrder: true },
];
/** The round in which each person begins; before the first one, that many steps are done. Each round meets nearly each step. */
const begins = [-3, -2, -1, 0, 1];

/** A busy machine takes seconds to start a core. */
const testMilliseconds = 600_000;

const notConnected = { status: 500, body: { error: 'Internal server error', code: 'core_not_connected' } };

test(
  'enrollments take effect once although edges and cores are killed in any order',
  async ({ cluster }) => {
    const edges = [await cluster.addEdge(0), await cluster.addEdge(1)] as const;
    const server = cluster.serverAt(0, edges[0]);
    await server.given.location();
    const admin = await server.given.admin();
    const parts: Readonly<Record<Part, Restartable>> = {
      ...{ 'core 1': cluster.cores[0], 'core 2': cluster.cores[1] },
      ...{ 'edge A': edges[0], 'edge B': edges[1] },
    };
    const names = begins.map((_, nth) => `enrols${nth}`);
    const people: EnrollingPerson[] = [];
    for (const [nth, begin] of begins.entries()) {
      const person = await inviteTo(edges, nth, admin, names[nth] ?? '');
      for (let step = begin; step < 0; step += 1) await person.next();
      people.push(person);
    }
    for (const [nth, round] of rounds.entries()) {
      const active = people.filter((person, index) => (begins[index] ?? 0) <= nth && !person.isFinished);
      const steps = () => Promise.all(active.map((person) => person.next()));
      await perform(round, { database: server.database, parts, steps });
    }
    expect(people.map(({ isFinished }) => isFinished)).toEqual(names.map(() => true));
    const refused = people.flatMap((person) => person.refused);
    expect(refused.length).toBeGreaterThan(0);
    for (const answer of refused) expect(answer).toMatchObject(notConnected);

    const { query } = server.database;
    const accounts = await query(`select u.username, u.password_hash is not null as "hasPassword",
    (select count(*)::integer from device d where d.user_id = u.id) as devices,
    (select count(*)::integer from account_token t where t.user_id = u.id) as tokens
    from "user" u where u.username like 'enrols%' order by u.id`);
    expect(accounts).toEqual(names.map((username) => ({ username, hasPassword: true, devices: 1, tokens: 0 })));
    const entries = await query(`select username, event, count(*)::integer as n from activity_entry
    where username like 'enrols%' group by username, event order by username, event`);
    const once = ['enrollment_completed', 'enrollment_device_added', 'enrollment_started', 'mfa_totp_enabled'];
    expect(entries).toEqual(names.flatMap((username) => once.map((event) => ({ username, event, n: 1 }))));
  },
  testMilliseconds,
);

interface Running {
  readonly database: ReturnType<Cluster['serverAt']>['database'];
  readonly parts: Readonly<Record<Part, Restartable>>;
  /** Performs the next step of everyone; repeated until it succeeds. */
  readonly steps: () => Promise<unknown>;
}

async function perform({ kill, when, startsInOppositeOrder }: Round, { database, parts, steps }: Running) {
  const killAll = async () => {
    for (const part of kill) await parts[part].kill();
  };
  const startAll = async () => {
    for (const part of startsInOppositeOrder ? kill.toReversed() : kill) await parts[part].start();
  };
  if (when === 'before') await killAll();
  if (when === 'blocked') {
    await using lock = await database.transaction();
    await lock.query('lock table account_token in exclusive mode');
    const stepping = steps();
    const isBlocked = `select from pg_locks where not granted and relation = 'account_token'::regclass`;
    await expect.poll(async () => (await database.query(isBlocked)).length).toBeGreaterThan(0);
    await killAll();
    await lock.commit();
    await startAll();
    await stepping;
    return;
  }
  const stepping = steps();
  if (when === 'meanwhile') await killAll();
  await startAll();
  await stepping;
}

/** A laptop whose owner approves on a phone through another edge and core. */
async function givenApproval(cluster: Cluster) {
  const [near, far] = [await cluster.addEdge(0), await cluster.addEdge(1)];
  const server = cluster.serverAt(0, near);
  const { una, start } = await givenProtected(server);
  const phone = await givenPhone(server, una);
  const { body } = await start(connectMethods.mobileApprove);
  const [token, challenge] = [String(body['token']), String(body['challenge'])];
  const path = `/client-mfa/remote?token=${encodeURIComponent(token)}`;
  const code = phone.signature(challenge);
  const approve = () =>
    newEdgeClient(far).post('/client-mfa/finish-remote', { token, code, auth_pub_key: phone.authKey });
  /** Waits at the edge, which may have lost its core for a while. */
  const wait = (edge: ClusterEdge) =>
    repeatUntil(async () => {
      const socket = await openEdgeSocket(edge, path);
      if (typeof socket !== 'number') return socket;
      expect(socket).toBe(500);
      return undefined;
    });
  const status = async () => (await openEdgeSocket(near, path)) as number;
  return { near, approve, wait, status };
}

const received = [{ type: 'mfa_success', preshared_key: expect.any(String) }];

test(
  'a client that waits through a core that is killed waits again, and receives the key of a later approval',
  async ({ cluster }) => {
    const { near, approve, wait, status } = await givenApproval(cluster);
    await using first = await wait(near);
    await cluster.cores[0].kill();
    try {
      expect(await first.closed).toBe(1001);
      await using second = await wait(near);
      expect((await approve()).status).toBe(200);
      expect(await second.closed).toBe(1000);
      expect(second.messages).toEqual(received);
      expect(first.messages).toEqual([]);
      expect(await status()).toBe(401);
    } finally {
      await cluster.cores[0].start();
    }
  },
  testMilliseconds,
);

test(
  'a client receives the key once although the core that it waited through is killed after the approval',
  async ({ cluster }) => {
    const { near, approve, wait, status } = await givenApproval(cluster);
    await using first = await wait(near);
    // so that it does not pass on the key
    cluster.cores[0].pause();
    expect((await approve()).status).toBe(200);
    await cluster.cores[0].kill();
    try {
      expect(await first.closed).toBe(1001);
      await using second = await wait(near);
      expect(await second.closed).toBe(1000);
      expect([...first.messages, ...second.messages]).toEqual(received);
      expect(await status()).toBe(401);
    } finally {
      await cluster.cores[0].start();
    }
  },
  testMilliseconds,
);
