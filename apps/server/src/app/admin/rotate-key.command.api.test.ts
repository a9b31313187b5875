import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { expect, it } from 'vitest';
import { runAdmin } from '../../../test/admin-program.ts';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { readToken } from '../../../test/gateway-link.ts';
import { startTestServer } from '../../../test/harness.ts';

it('replaces the data key and the instance key while cores run, and signs no user out', async () => {
  const [formerKey, newKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  await using server = await startTestServer({ environment: { GATEWARDEN_SECRET_KEY: formerKey } });
  function rotateKey(secretKey: string, ...options: string[]) {
    const environment = { DATABASE_URL: server.database.url, GATEWARDEN_SECRET_KEY: secretKey };
    return runAdmin(['rotate-key', ...options], environment);
  }
  const admin = await server.given.admin();
  const params = { id: String((await server.given.location()).id) };
  const readSecret = async (caller: Caller) => readToken((await caller.call(getGatewayToken, { params })).token).secret;
  const secret = await readSecret(admin);

  const file = join(await server.makeDataDir(), 'new.key');
  await writeFile(file, `${newKey}\n`);
  expect(await rotateKey(formerKey, '--instance-key', file)).toMatchObject({ code: 0, stderr: '' });
  await using restarted = await server.startReplica({ GATEWARDEN_SECRET_KEY: newKey });
  const session = createCaller(restarted.url, admin.cookie);
  // both instance keys are valid
  for (const caller of [admin, session]) expect(await readSecret(caller)).toBe(secret);

  expect(await rotateKey(newKey)).toMatchObject({ code: 0, stderr: '' });
  expect(await readSecret(session)).toBe(secret);
  const uses = await server.query(`select metadata ->> 'command' as command from activity_entry
    where event = 'admin_command_run' order by id`);
  expect(uses.map(({ command }) => command)).toEqual(['rotate-key --instance-key', 'rotate-key']);
  const output = JSON.stringify(await server.query('select * from activity_entry')) + server.logged();
  for (const key of [formerKey, newKey]) expect(output).not.toContain(key);
});
