import { expect, it } from 'vitest';
import { startTestServer } from '../../../test/harness.ts';

it('looks up sessions while a stranger behind the same address floods calls that need no sign-in', async () => {
  await using server = await startTestServer();
  const user = await server.given.user();
  await using lock = await server.database.transaction();
  await lock.query('lock table auth_key in access exclusive mode');
  const flood = Array.from({ length: 12 }, () =>
    server.stranger().send('GET', `/ssh_authorized_keys?username=${user.username}`),
  );
  // of the five connections of a test server one is left
  await server.database.untilBlocked(4);
  expect((await user.send('GET', '/me')).status).toBe(200);
  await lock.commit();
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 200));
});
