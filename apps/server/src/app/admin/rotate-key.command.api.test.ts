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
  const [ownKey, otherKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
  await using server = await startTestServer({ environment: { GATEWARDEN_SECRET_KEY: ownKey } });
  function rotateKey(secretKey: string, ...options: string[]) {
    const environment = { DATABASE_URL: server.database.url, GATEWARDEN_SECRET_KEY: secretKey };
    return runAdmin(['rotate-key', ...options], environment);
  }
  const admin = await server.given.admin();
  const params = { id: String((await server.given.location()).id) };
  const readSecret = async (caller: Caller) => readToken((await caller.call(getGatewayToken, { params })).token).secret;
  const secret = await readSecret(admin);

  const folder = await server.makeDataDir();
  const [ownFile, otherFile] = [join(folder, 'own.key'), join(folder, 'other.key')];
  for (const [file, key] of Object.entries({ [ownFile]: ownKey, [otherFile]: otherKey })) await writeFile(file, key);
  expect(await rotateKey(ownKey, '--instance-key', otherFile)).toMatchObject({ code: 0, stderr: '' });
  {
    await using other = await server.startReplica({
      GATEWARDEN_SECRET_KEY: otherKey,
      GATEWARDEN_GRPC_REPLICA_URL: 'https://127.0.0.9:1002',
    });
    const session = createCaller(other.url, admin.cookie);
    // both instance keys are valid
    for (const caller of [admin, session]) expect(await readSecret(caller)).toBe(secret);
    const refusals = [
      [await rotateKey(otherKey), 'Another instance key is valid too.'],
      [await rotateKey(otherKey, '--retain-instance-key', ownFile), `The instance key in ${ownFile} is not the one in`],
      [await rotateKey(ownKey, '--retain-instance-key', ownFile), 'former version: 127.0.0.9:1002. Restart them'],
    ] as const;
    for (const [result, reason] of refusals)
      expect(result).toMatchObject({ code: 1, stdout: expect.stringContaining(reason) });
    for (const caller of [admin, session]) expect(await readSecret(caller)).toBe(secret);
  }
  expect(await rotateKey(ownKey, '--retain-instance-key', ownFile)).toMatchObject({ code: 0, stderr: '' });
  expect(await readSecret(admin)).toBe(secret);
  const uses = await server.query(`select metadata ->> 'command' as command, metadata ->> 'outcome' as outcome
    from activity_entry where event = 'admin_command_run' order by id`);
  expect(uses.map(({ command, outcome }) => [command, outcome])).toEqual([
    ['rotate-key --instance-key', 'started'],
    ['rotate-key --instance-key', 'added an instance key'],
    ['rotate-key', 'refused'],
    ['rotate-key --retain-instance-key', 'refused'],
    ['rotate-key --retain-instance-key', 'refused'],
    ['rotate-key --retain-instance-key', 'started'],
    ['rotate-key --retain-instance-key', expect.stringMatching(/^replaced, \d+ secrets$/)],
  ]);
  const output = JSON.stringify(await server.query('select * from activity_entry')) + server.logged();
  for (const key of [ownKey, otherKey]) expect(output).not.toContain(key);
});
