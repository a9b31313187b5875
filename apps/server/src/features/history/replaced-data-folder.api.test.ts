import { chmod, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMe } from '@gatewarden/contract/auth';
import { expect, it } from 'vitest';
import { silent } from '../../../test/given/data-folder.ts';
import { startTestServer } from '../../../test/harness.ts';
import { startEmbeddedPostgres } from '../../platform/database/embedded/start-embedded-postgres.ts';

it('detects that the PostgreSQL data folder was replaced by one that is a transaction older, under a running core', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-data-folder-'));
  // the unprivileged user of the database must be able to traverse the folder
  await chmod(folder, 0o711);
  const data = join(folder, 'postgres');
  const start = () => startEmbeddedPostgres({ folder: data, log: silent, settings: { full_page_writes: 'off' } });
  let postgres = await start();
  const { host, port, user, password, database } = postgres.connection;
  const url = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
  try {
    await using server = await startTestServer();
    await using core = await server.startReplica({ DATABASE_URL: url });
    const admin = await core.given.admin();
    const location = await core.given.location();
    await using gateway = await core.connectGateway(location);
    await postgres.stop();
    await cp(data, `${data}.before`, { recursive: true, preserveTimestamps: true });
    postgres = await start();
    await expect.poll(async () => (await admin.try(getMe, {})).status).toBe(200);
    const lost = await core.given.device(admin);
    await gateway.until(({ configured }) => configured.has(lost.publicKey));

    await postgres.stop();
    await rm(data, { recursive: true });
    await cp(`${data}.before`, data, { recursive: true, preserveTimestamps: true });
    postgres = await start();
    await gateway.until(({ configured }) => configured.size === 0);
    await expect.poll(() => core.query("select from activity_entry where event = 'instance_restored'")).toHaveLength(1);
    expect((await admin.try(getMe, {})).status).toBe(401);
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
