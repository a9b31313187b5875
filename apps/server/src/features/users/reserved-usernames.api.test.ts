import { patchSettings } from '@gatewarden/contract/settings';
import { previewImport } from '@gatewarden/contract/user-import';
import { addUser, checkUsername, updateUser } from '@gatewarden/contract/users';
import { describe, expect } from 'vitest';
import { type TestServer, test } from '../../../test/harness.ts';

const names = { first_name: 'Eve', last_name: 'Adder' };

async function givenNaming(server: TestServer) {
  const admin = await server.given.admin();
  const una = await server.given.user();
  return {
    admin,
    una,
    /** The results of all calls that give a user the name. */
    async resultsFor(username: string) {
      const body = { username, ...names, email: `${username.toLowerCase()}@example.com` };
      const csv = `username,first_name,last_name,email\n${username},Eve,Adder,${body.email}\n`;
      const { rows } = (await admin.call(previewImport, { body: { csv } })) as {
        rows: { problems: { problem: string }[] }[];
      };
      return [
        (await admin.try(addUser, { body })).body.code,
        (await admin.try(checkUsername, { body: { username } })).body.code,
        (await admin.try(updateUser, { params: { username: una.username }, body: { username } })).body?.code,
        rows[0]?.problems.map(({ problem }) => problem).join(),
      ];
    },
  };
}

const refused = ['username_reserved', 'username_reserved', 'username_reserved', 'reserved'];

describe('reserved user names', () => {
  test('are path segments of the API at the position of a user name, and system accounts, in any case', async ({
    server,
  }) => {
    const { resultsFor } = await givenNaming(server);
    const beside = server.endpoints.map(({ path }) => /^\/(?:user|device)\/([a-z_]+)/.exec(path)?.[1]);
    const ofCalls = [...new Set(beside.filter((segment) => segment !== undefined))];
    expect(ofCalls).toEqual(expect.arrayContaining(['available', 'change_password']));
    for (const name of [...ofCalls, 'me', 'Change_Password', 'daemon', 'DAEMON', 'www-data', 'systemd-network']) {
      expect([name, await resultsFor(name)]).toEqual([name, refused]);
    }
  });

  test('include those that administrators add', async ({ server }) => {
    const { admin, resultsFor } = await givenNaming(server);
    await admin.call(patchSettings, { body: { reserved_usernames: ['Deploy'] } });
    expect(await resultsFor('deploy')).toEqual(refused);
    await admin.call(patchSettings, { body: { reserved_usernames: [] } });
    expect(await resultsFor('deploy')).toEqual([undefined, 'username_taken', 'username_taken', '']);
  });

  test('remain with users who already have one, whose other fields can be changed', async ({ server }) => {
    const { admin, una } = await givenNaming(server);
    await server.database.query(`update "user" set username = 'daemon' where id = $1`, [una.id]);
    const params = { username: 'daemon' };
    const unchanged = await admin.try(updateUser, { params, body: { username: 'daemon', first_name: 'Una-Maria' } });
    expect(unchanged.status).toBe(200);
    expect((await admin.try(updateUser, { params, body: { username: una.username } })).status).toBe(200);
  });
});
