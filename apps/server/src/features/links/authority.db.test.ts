import { X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openDatabase, openPool } from '../../platform/database/database.ts';
import { openSecrets } from '../../platform/secrets/open-secrets.ts';
import { type Authority, coreServerName, createAuthority } from './authority.ts';

const day = 24 * 60 * 60 * 1000;

/** The given number of new cores on one database. */
async function startCores(count: number) {
  const database = await createTestDatabase();
  const pool = openPool({ connection: database.connection, maxConnections: 5, onIdleError: () => undefined });
  const db = openDatabase(pool);
  const { secrets } = await openSecrets(db, Buffer.alloc(32, 3));
  const cores = Array.from({ length: count }, () => createAuthority({ db, secrets }));
  return {
    cores: cores as [Authority, ...Authority[]],
    async [Symbol.asyncDispose]() {
      await pool.end();
      await database[Symbol.asyncDispose]();
    },
  };
}

it('creates one authority for all cores, also when they first start concurrently', async () => {
  await using started = await startCores(5);
  const now = new Date();
  const shown = await Promise.all(started.cores.map((core) => core.serverCertificate(now)));
  const fingerprints = await Promise.all(started.cores.map((core) => core.fingerprint()));
  expect(new Set(fingerprints).size).toBe(1);
  const authorities = shown.map(({ chain }) => chain.slice(chain.lastIndexOf('-----BEGIN')));
  expect(new Set(authorities).size).toBe(1);
  for (const { chain } of shown) {
    const certificate = new X509Certificate(chain);
    expect(certificate.verify(new X509Certificate(authorities[0] ?? '').publicKey)).toBe(true);
    expect(certificate.checkHost(coreServerName)).toBe(coreServerName);
  }
});

it('presents the same certificate until a month before it expires, then a new one of the same authority', async () => {
  await using started = await startCores(2);
  const [core, other] = started.cores;
  const now = new Date();
  const after = (days: number) => new Date(now.getTime() + days * day);
  const first = await core.serverCertificate(now);
  const fingerprint = await core.fingerprint();
  expect(await core.serverCertificate(after(330))).toEqual(first);
  const renewed = await core.serverCertificate(after(340));
  expect(renewed).not.toEqual(first);
  expect(new X509Certificate(renewed.chain).validToDate.getTime()).toBeGreaterThan(after(700).getTime());
  expect(await core.fingerprint()).toBe(fingerprint);
  expect(await other?.serverCertificate(after(341))).toEqual(renewed);
});
