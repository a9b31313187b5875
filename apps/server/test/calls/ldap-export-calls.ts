import { patchSettings } from '@gatewarden/contract/settings';
import { unansweredLdap } from '../given/ldap.ts';
import { settled } from '../given/ldap-export.ts';
import type { TestServer } from '../harness.ts';
import type { CallRow } from './call-example.ts';

/** Writes to a directory that does not answer, which is known. */
async function givenExport({ given }: TestServer): Promise<object> {
  const { username } = await given.admin();
  const admin = await given.signedIn(username);
  const settings = { ...unansweredLdap, ldap_is_authoritative: false };
  await admin.call(patchSettings, { body: settings });
  // no event of the failure occurs during the call
  await settled(admin);
  return {};
}

export const ldapExportCalls = {
  'GET /ldap/export': { access: 'admin' },
  'POST /ldap/export/run': { access: 'admin', input: givenExport },
  'POST /ldap/export/take_over': { access: 'admin', input: givenExport },
} as const satisfies Readonly<Record<string, CallRow>>;
