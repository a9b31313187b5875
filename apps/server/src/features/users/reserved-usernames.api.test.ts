import { patchSettings } from '@gatewarden/contract/settings';
import { previewImport } from '@gatewarden/contract/user-import';
import { addUser, checkUsername, updateUser } from '@gatewarden/contract/users';
import { describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';

const names = { first_name: 'Eve', last_name: 'Adder' };

async function givenNaming(server: TestServer) {
  const admin = await server.given.admin();
  const una = await server.given.user({ username: 'una' });
  return {
    admin,
    /** What each way to give a user the name answers. */
    async answersFor(username: string) {
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
  it('are those that the API has where other calls have a user name, and system accounts, in any case', async () => {
    await using server = await startTestServer();
    const { answersFor } = await givenNaming(server);
    const beside = server.endpoints.map(({ path }) => /^\/(?:user|device)\/([a-z_]+)/.exec(path)?.[1]);
    const ofCalls = [...new Set(beside.filter((segment) => segment !== undefined))];
    expect(ofCalls).toEqual(expect.arrayContaining(['available', 'change_password']));
    for (const name of [...ofCalls, 'me', 'Change_Password', 'daemon', 'DAEMON', 'www-data', 'systemd-network']) {
      expect([name, await answersFor(name)]).toEqual([name, refused]);
    }
  });

  it('are those that administrators add', async () => {
    await using server = await startTestServer();
    const { admin, answersFor } = await givenNaming(server);
    await admin.call(patchSettings, { body: { reserved_usernames: ['Deploy'] } });
    expect(await answersFor('deploy')).toEqual(refused);
    await admin.call(patchSettings, { body: { reserved_usernames: [] } });
    expect(await answersFor('deploy')).toEqual([undefined, 'username_taken', 'username_taken', '']);
  });

  it('stay with users who have one already, who can be changed in everything else', async () => {
    await using server = await startTestServer();
    const { admin } = await givenNaming(server);
    await server.database.query(`update "user" set username = 'daemon' where username = 'una'`);
    const params = { username: 'daemon' };
    const kept = await admin.try(updateUser, { params, body: { username: 'daemon', first_name: 'Una-Maria' } });
    expect(kept.status).toBe(200);
    expect((await admin.try(updateUser, { params, body: { username: 'una' } })).status).toBe(200);
  });
});
