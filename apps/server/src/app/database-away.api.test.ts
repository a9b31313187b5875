import { getMe, signIn } from '@gatewarden/contract/auth';
import { getHealth, getReadiness } from '@gatewarden/contract/info';
import { getEssentials, patchSettings } from '@gatewarden/contract/settings';
import { listUsers } from '@gatewarden/contract/users';
import { expect, it } from 'vitest';
import { type DataFolder, givenDataFolder } from '../../test/given/data-folder.ts';
import { password } from '../../test/given/given.ts';
import { startTestServer, type TestServer } from '../../test/harness.ts';

/** Core on a PostgreSQL of the test's own, which the test may stop and start. */
async function startOn(data: DataFolder) {
  const postgres = await data.start();
  const { host, port, user, database, password: word } = postgres.connection;
  const url = `postgres://${user}:${encodeURIComponent(word)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  return { postgres, server: await startTestServer({ environment: { DATABASE_URL: url } }) };
}

async function untilReady(server: TestServer): Promise<void> {
  while ((await server.stranger().try(getReadiness, {})).status !== 200);
}

it('answers 503 at once while the database is away, lives on, and recovers by itself', async () => {
  await using data = await givenDataFolder();
  const { postgres, server } = await startOn(data);
  await using _server = server;
  const admin = await server.given.admin();
  const word = { body: { username: 'root', password } };

  await postgres.stop();
  const calls = Array.from({ length: 12 }, (_, index) => [
    admin.try(getMe, {}),
    admin.try(listUsers, {}),
    admin.try(patchSettings, { body: { instance_name: `Lost ${index}` } }),
    server.stranger().try(getEssentials, {}),
    server.stranger().try(signIn, word),
  ]).flat();
  const from = performance.now();
  const answers = await Promise.all(calls);
  expect(performance.now() - from).toBeLessThan(3_000);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
    new Set(['503 database_unavailable']),
  );
  expect(await server.stranger().try(getHealth, {})).toMatchObject({ status: 200, body: 'alive' });
  expect(await server.stranger().try(getReadiness, {})).toMatchObject({
    status: 503,
    body: { code: 'database_unavailable' },
  });
  // whoever asks who is signed in is not told that nobody is
  expect((await admin.try(getMe, {})).status).toBe(503);

  await data.start();
  await untilReady(server);
  expect(await admin.call(getMe, {})).toMatchObject({ username: 'root' });
  expect((await server.stranger().try(signIn, word)).status).toBe(200);
  await admin.call(patchSettings, { body: { instance_name: 'Found' } });
  expect(await server.stranger().call(getEssentials, {})).toMatchObject({ instance_name: 'Found' });
}, 60_000);

it('neither keeps half a change nor fails when the database dies under the requests', async () => {
  await using data = await givenDataFolder();
  const { postgres, server } = await startOn(data);
  await using _server = server;
  const admin = await server.given.admin();
  const renames = Array.from({ length: 40 }, (_, index) =>
    admin.try(patchSettings, { body: { instance_name: `Name ${index}`, main_logo_url: `/${index}.svg` } }),
  );
  await renames[5];
  const [answers] = await Promise.all([Promise.all(renames), postgres.stop()]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 503)).toEqual([]);

  await data.start();
  await untilReady(server);
  const { instance_name, main_logo_url } = await server.stranger().call(getEssentials, {});
  expect(main_logo_url).toBe(`/${instance_name.split(' ')[1]}.svg`);
}, 60_000);
