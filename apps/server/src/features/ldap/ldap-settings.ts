import { isDeepStrictEqual } from 'node:util';
import { DomainError } from '@gatewarden/contract/errors';
import { requiredLdapFields } from '@gatewarden/contract/ldap.settings';
import type { Settings } from '@gatewarden/contract/settings';
import { Dn, DnSyntaxError } from '../../platform/ldap/dn.ts';
import { FilterSyntaxError, parseFilter } from '../../platform/ldap/parse-filter.ts';
import { readCertificates } from '../../platform/tls/read-certificates.ts';
import type { SettingsSectionRules } from '../settings/index.ts';

export const bindPassword = {
  field: 'ldap_bind_password',
  isSetField: 'ldap_bind_password_set',
  name: { kind: 'ldap-bind-password', owner: 'instance' },
  isNeeded: ({ ldap_bind_username }: Pick<Settings, 'ldap_bind_username'>) => Boolean(ldap_bind_username),
  recipient: 'ldap_url',
  missing: 'ldap_bind_password_needed',
} as const satisfies SettingsSectionRules['secret'];

export const ldapSettingsSection: SettingsSectionRules = { secret: bindPassword, check, derive };

/** Whether everything is set that is needed to use the directory. */
export function isComplete(settings: Settings): boolean {
  return requiredLdapFields.every((field) => Boolean(settings[field]));
}

/**
 * @throws ldap_incomplete while LDAP is enabled; ldap_name_invalid, ldap_filter_invalid, ldap_starttls_with_ldaps
 */
function check(settings: Settings): void {
  const missing = settings.ldap_enabled ? requiredLdapFields.find((field) => !settings[field]) : undefined;
  if (missing !== undefined) {
    const field = missing === 'ldap_bind_password_set' ? 'ldap_bind_password' : missing;
    throw new DomainError('ldap_incomplete', { field });
  }
  for (const field of ['ldap_user_search_base', 'ldap_group_search_base'] as const) {
    const base = settings[field];
    if (base && !isValid(() => Dn.parse(base), DnSyntaxError)) throw new DomainError('ldap_name_invalid', { field });
  }
  const { ldap_user_filter: filter, ldap_url, ldap_use_starttls } = settings;
  if (filter && !isValid(() => parseFilter(filter), FilterSyntaxError))
    throw new DomainError('ldap_filter_invalid', { field: 'ldap_user_filter' });
  if (ldap_use_starttls && ldap_url?.startsWith('ldaps:'))
    throw new DomainError('ldap_starttls_with_ldaps', { field: 'ldap_use_starttls' });
}

function isValid(parse: () => unknown, expected: new (message: string) => Error): boolean {
  try {
    parse();
    return true;
  } catch (error) {
    if (error instanceof expected) return false;
    throw error;
  }
}

const outOfSyncIfChanged = ['ldap_is_authoritative', 'ldap_sync_groups'] as const;

/** Interface reference §7.8. @throws ldap_certificate_invalid */
function derive({ before, wanted }: { readonly before: Settings; readonly wanted: Settings }): Partial<Settings> {
  const isOut =
    !wanted.ldap_enabled || outOfSyncIfChanged.some((name) => !isDeepStrictEqual(before[name], wanted[name]));
  const status = { ldap_sync_status: isOut ? 'OutOfSync' : before.ldap_sync_status } as const;
  const { ldap_ca_certificate: certificate } = wanted;
  // one that is stored stays as it is: other changes must not fail because of it
  if (!certificate || certificate === before.ldap_ca_certificate) return status;
  const certificates = readCertificates(certificate);
  if (certificates === undefined) throw new DomainError('ldap_certificate_invalid', { field: 'ldap_ca_certificate' });
  return { ...status, ldap_ca_certificate: certificates };
}
