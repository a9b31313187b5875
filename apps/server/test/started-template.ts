import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startCore } from '../src/app/start.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { systemClock } from '../src/ports/clock.ts';
import { coreEnvironment } from './core-environment.ts';
import { runStatement, urlOf } from './test-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database on which a core with this key was started and stopped once: queues, schedules and authority exist. */
    started: { readonly template: string; readonly secretKey: string };
  }
}

/** What names the database or the core that used it: a copy must not look like a restored backup. */
const onlyOfOriginal = ['history_home', 'core_replica', 'setup_link'];

/** Prepares `started`, so that the servers of tests do not each repeat the work of a first start. */
export async function setup(project: TestProject): Promise<void> {
  const { connection, template: migrated } = project.getProvidedContext().postgres;
  const template = `${migrated}_started`;
  const secretKey = randomBytes(32).toString('base64');
  await runStatement(connection, `create database ${template} template ${migrated}`);
  const original = { ...connection, database: template };
  await startOnce(urlOf(original), secretKey);
  for (const table of onlyOfOriginal) await runStatement(original, `delete from ${table}`);
  project.provide('started', { template, secretKey });
}

async function startOnce(databaseUrl: string, secretKey: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatewarden-core-'));
  const config = readConfig({
    ...coreEnvironment,
    GATEWARDEN_DATA_DIR: dataDir,
    GATEWARDEN_SECRET_KEY: secretKey,
    DATABASE_URL: databaseUrl,
  });
  const log = pino({ level: 'silent' });
  const core = await startCore({ config, log, clock: systemClock, print: () => undefined });
  await core.stop();
  await rm(dataDir, { recursive: true, force: true });
}
