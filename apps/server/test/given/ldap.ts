import { setTimeout } from 'node:timers/promises';
import {
  confirmDirectorySync,
  getDirectorySyncRun,
  previewDirectorySync,
  runDirectorySync,
  type SyncRunDetails,
} from '@gatewarden/contract/directory-sync';
import { patchSettings } from '@gatewarden/contract/settings';
import { getUser } from '@gatewarden/contract/users';
import type { Caller } from '../caller.ts';
import type { Slapd } from '../slapd.ts';

type TestDirectory = Pick<Slapd, 'url' | 'bindName' | 'bindPassword' | 'userBase' | 'groupBase'>;

/** Settings of a directory that does not answer, in either direction. */
export const unansweredLdap = {
  ldap_url: 'ldap://127.0.0.1:1',
  ldap_bind_password: 'secret',
  ldap_enabled: true,
  ldap_sign_in_enabled: false,
  ldap_sync_enabled: true,
  ldap_sync_interval: 604_800,
};

/** Settings with which synchronization from this directory is on. */
export function ldapSettings(directory: TestDirectory) {
  return {
    ldap_url: directory.url,
    ldap_bind_username: directory.bindName,
    ldap_bind_password: directory.bindPassword,
    ldap_user_search_base: directory.userBase,
    ldap_group_search_base: directory.groupBase,
    ldap_enabled: true,
    ldap_sync_enabled: true,
    ldap_is_authoritative: true,
    // no schedule interferes with a test
    ldap_sync_interval: 604_800,
  };
}

export async function givenLdap(admin: Caller, directory: TestDirectory, changes: object = {}): Promise<void> {
  await admin.call(patchSettings, { body: { ...ldapSettings(directory), ...changes } });
}

/** The run when it has finished. */
export async function finishedRun(admin: Caller, id: number): Promise<SyncRunDetails> {
  for (;;) {
    const run = await admin.call(getDirectorySyncRun, { params: { id: String(id) } });
    if (run.state !== 'queued' && run.state !== 'running') return run;
    await setTimeout(20);
  }
}

/** Synchronizes through the API, and waits for each run. */
export function createSteps(admin: Caller, source = 'ldap') {
  const query = { source };
  return {
    preview: async () => finishedRun(admin, (await admin.call(previewDirectorySync, { query })).id),
    sync: async () => finishedRun(admin, (await admin.call(runDirectorySync, { query })).id),
    async confirm({ id }: SyncRunDetails, administrators: number[] = []) {
      const started = await admin.call(confirmDirectorySync, { params: { id: String(id) }, body: { administrators } });
      return finishedRun(admin, started.id);
    },
    shown: async (username: string) => (await admin.call(getUser, { params: { username } })).user,
  };
}
