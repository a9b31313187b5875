import { listSessions } from '@gatewarden/contract/auth';
import { listAuthKeys } from '@gatewarden/contract/auth-keys';
import { expect } from 'vitest';
import { givenProgram } from '../../../test/given/api-tokens.ts';
import { test } from '../../../test/harness.ts';

test('authenticates sessions during a flood of anonymous calls from the same address', async ({ server }) => {
  const user = await server.given.user();
  await using lock = await server.database.transaction();
  await lock.query('lock table auth_key in access exclusive mode');
  const flood = Array.from({ length: 12 }, () =>
    server.stranger().send('GET', `/ssh_authorized_keys?username=${user.username}`),
  );
  // one of the five connections of a test server is free
  await server.database.untilBlocked(Promise.race(flood), 4);
  expect((await user.send('GET', '/me')).status).toBe(200);
  await lock.commit();
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 200));
});

test.for([
  ['their reads', 'auth_key'],
  ['authentication', 'api_token'],
])(
  'serves browsers of a user while a program with tokens of the user floods reads that block in %s',
  async ([, table], { server }) => {
    const user = await server.given.user();
    const program = await givenProgram(server, user);
    await using lock = await server.database.transaction();
    await lock.query(`lock table ${table} in access exclusive mode`);
    const params = { username: user.username };
    const flood = Array.from({ length: 12 }, () => program.try(listAuthKeys, { params }));
    await server.database.untilBlocked(Promise.race(flood), 4);
    expect((await user.try(listSessions, { params })).status).toBe(200);
    await lock.commit();
    expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 200));
  },
);
