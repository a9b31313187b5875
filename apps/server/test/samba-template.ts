import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

const run = promisify(execFile);

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder in which the first test that needs an Active Directory leaves a new domain for the others to copy. */
    domains: string;
  }
}

export const realm = 'EXAMPLE.ORG';
export const workgroup = 'EXAMPLE';
export const administratorPassword = 'Root-secret-1';

/** Making a domain takes ten seconds of a processor, which runs without such a test need not spend. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-domains-'));
  project.provide('domains', folder);
  return () => rm(folder, { recursive: true, force: true });
}

/** The folder of a new domain, to copy. */
export async function domainTemplate(domains: string): Promise<string> {
  const template = join(domains, 'template');
  if (existsSync(template)) return template;
  const folder = await mkdtemp(join(domains, 'new-'));
  const options = {
    ...{ targetdir: folder, realm, domain: workgroup, adminpass: administratorPassword },
    ...{ 'server-role': 'dc', 'dns-backend': 'NONE', 'host-name': 'dc1', 'host-ip': '127.0.0.1' },
  };
  const list = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  await run('samba-tool', ['domain', 'provision', ...list]);
  await rename(folder, template);
  return template;
}
