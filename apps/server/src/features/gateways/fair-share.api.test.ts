import { randomBytes } from 'node:crypto';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { expect, it } from 'vitest';
import { fetchAuthority, openLink, readToken } from '../../../test/gateway-link.ts';
import type { Person } from '../../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const environment = { GATEWARDEN_TRUSTED_PROXIES: '127.0.0.1' };

/** Expects that, while `begun` waits for a lock, one of the five connections of a test server remains available. */
async function expectOneLeft(server: TestServer, user: Person, begun: readonly Promise<unknown>[]): Promise<void> {
  await server.database.untilBlocked(Promise.race(begun), 4);
  expect((await user.send('GET', '/me', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(200);
  expect(await server.database.query(blocked)).toHaveLength(4);
}

it('leaves a database connection for users while an address tries gateway credentials', async () => {
  await using server = await startTestServer({ environment });
  const admin = await server.given.admin();
  const { id } = await server.given.location();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(id) } });
  const authority = await fetchAuthority(readToken(token));
  await using lock = await server.database.transaction();
  await lock.query('lock table component in access exclusive mode');
  const guesses = Array.from({ length: 12 }, async () => {
    const link = openLink(readToken(token).core, authority);
    const authorization = `Bearer gwg_${randomBytes(32).toString('base64url')}`;
    const answers = link.client.control((async function* () {})(), { headers: { authorization } });
    await answers[Symbol.asyncIterator]()
      .next()
      .catch(() => undefined);
    link.close();
  });
  await expectOneLeft(server, admin, guesses);
  await lock.commit();
  await Promise.all(guesses);
});

it('leaves a database connection for users while a gateway opens many streams', async () => {
  await using server = await startTestServer({ environment });
  const admin = await server.given.admin();
  await using gateway = await server.connectGateway(await server.given.location());
  await gateway.disconnect();
  await using lock = await server.database.transaction();
  await lock.query(`select from component where id = '${gateway.id}' for update`);
  const twins = Array.from({ length: 12 }, () => gateway.duplicate());
  const streams = twins.map((twin) => twin.connect());
  await expectOneLeft(server, admin, streams);
  await lock.commit();
  // a newer stream ends the older ones
  await Promise.allSettled(streams);
  for (const twin of twins) await twin.disconnect();
});
