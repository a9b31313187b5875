import { randomBytes } from 'node:crypto';
import { getMe } from '@gatewarden/contract/auth';
import { listNotices } from '@gatewarden/contract/notices';
import { expect, it } from 'vitest';
import { startTestServer } from '../../../test/harness.ts';
import { givenDataDir, spawnAdmin } from '../../../test/spawn-core.ts';

it('declares a restore next to a running core: ends sessions, resends full states, shows a notice', async () => {
  const secretKey = randomBytes(32).toString('base64');
  await using server = await startTestServer({ environment: { GATEWARDEN_SECRET_KEY: secretKey } });
  const admin = await server.given.admin();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await using folder = await givenDataDir();
  const environment = {
    DATABASE_URL: server.database.url,
    GATEWARDEN_SECRET_KEY: secretKey,
    GATEWARDEN_DATA_DIR: folder.path,
  };
  const before = await server.query('select state_id from location_state');
  const states = gateway.received.length;
  await using command = spawnAdmin(['restored'], environment);
  expect([await command.ended, command.output().stderr]).toEqual([0, '']);
  expect(command.output().stdout).toContain('What was lost is not known.');

  expect((await admin.try(getMe, {})).status).toBe(401);
  await gateway.until(({ received }) => received.slice(states).includes('full'));
  expect(await server.query('select state_id from location_state')).not.toEqual(before);
  const again = await server.given.signedIn(admin.username);
  expect(await again.call(listNotices, {})).toMatchObject([{ kind: 'restored', details: {} }]);
  const restores = (await server.events()).filter(({ type }) => type === 'instance.restored');
  expect(restores).toMatchObject([
    { payload: { lostEntries: null, noticedBy: expect.stringMatching(/^command line/) } },
  ]);
});
