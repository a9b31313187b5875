import { setTimeout } from 'node:timers/promises';
import { getLdapExport, type LdapExportStatus, runLdapExport } from '@gatewarden/contract/ldap-export';
import { patchSettings } from '@gatewarden/contract/settings';
import { Client, type Entry } from 'ldapts';
import type { Caller } from '../caller.ts';
import type { TestServer } from '../harness.ts';
import type { Slapd } from '../slapd.ts';
import { ldapSettings } from './ldap.ts';

/** Writes to this directory from now on. */
export async function givenLdapExport(admin: Caller, slapd: Slapd, changes: object = {}): Promise<void> {
  const direction = {
    ldap_is_authoritative: false,
    ldap_export_removal: 'delete' as const,
    ldap_username_attr: 'uid',
    ldap_user_auxiliary_obj_classes: [],
  };
  const body = { ...ldapSettings(slapd), ldap_bind_username: slapd.writerName, ...direction, ...changes };
  await admin.call(patchSettings, { body });
  await settled(admin);
}

/** The state when no change is being written or can be written without a new attempt. */
export async function settled(admin: Caller): Promise<LdapExportStatus> {
  return waitFor(admin, (status) => isTried(status) ?? status.last_comparison !== null);
}

async function waitFor(admin: Caller, isReached: (status: LdapExportStatus) => boolean): Promise<LdapExportStatus> {
  for (;;) {
    const status = await admin.call(getLdapExport, {});
    if (isReached(status)) return status;
    await setTimeout(20);
  }
}

/** Undefined if everything was tried and the directory can be used. */
function isTried({ state, next_attempt_at, waiting, refused, is_comparing }: LdapExportStatus): boolean | undefined {
  if (state === 'failed') return next_attempt_at !== null;
  return waiting === refused && !is_comparing ? undefined : false;
}

/** Compares everything, and returns the state when the differences are written. */
export async function compareNow({ clock }: Pick<TestServer, 'clock'>, admin: Caller): Promise<LdapExportStatus> {
  const before = (await settled(admin)).last_comparison;
  // the time distinguishes it from one with the same result
  clock.advance({ seconds: 1 });
  await admin.call(runLdapExport, {});
  return waitFor(
    admin,
    (status) => isTried(status) ?? JSON.stringify(status.last_comparison) !== JSON.stringify(before),
  );
}

/** The entry of this name in its part of the directory, with all attributes; undefined without one. */
export async function findEntry(
  slapd: Slapd,
  base: string,
  attribute: string,
  value: string,
): Promise<Entry | undefined> {
  const { EqualityFilter } = await import('ldapts');
  const filter = new EqualityFilter({ attribute, value });
  return (await slapd.client.search(base, { filter, attributes: ['*', '+'] })).searchEntries[0];
}

/** Whether the directory accepts the password for this entry. */
export async function accepts(slapd: Slapd, dn: string, password: string): Promise<boolean> {
  const client = new Client({ url: `ldap://127.0.0.1:${slapd.port}` });
  try {
    await client.bind(dn, password);
    return true;
  } catch (error) {
    if ((error as { code?: number }).code === 49) return false;
    throw error;
  } finally {
    await client.unbind();
  }
}
