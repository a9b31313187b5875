import type { BodyInputOf } from '@gatewarden/contract/endpoint';
import type { patchSettings, Settings } from '@gatewarden/contract/settings';
import type { LdapFields } from './ldap.schema.ts';

export function toForm(settings: Settings): LdapFields {
  return {
    ldap_enabled: settings.ldap_enabled,
    ldap_url: settings.ldap_url ?? '',
    ldap_use_starttls: settings.ldap_use_starttls,
    ldap_tls_verify_cert: settings.ldap_tls_verify_cert,
    ldap_ca_certificate: settings.ldap_ca_certificate ?? '',
    ldap_bind_username: settings.ldap_bind_username ?? '',
    ldap_bind_password: '',
    ldap_uses_ad: settings.ldap_uses_ad,
    ldap_user_search_base: settings.ldap_user_search_base ?? '',
    ldap_group_search_base: settings.ldap_group_search_base ?? '',
    ldap_user_obj_class: settings.ldap_user_obj_class ?? '',
    ldap_group_obj_class: settings.ldap_group_obj_class ?? '',
    ldap_username_attr: usernameAttributeOf(settings),
    ldap_groupname_attr: settings.ldap_groupname_attr ?? '',
    ldap_group_member_attr: settings.ldap_group_member_attr ?? '',
    ldap_member_attr: settings.ldap_member_attr ?? '',
    ldap_user_filter: settings.ldap_user_filter ?? '',
    ldap_sign_in_enabled: settings.ldap_sign_in_enabled,
    ldap_sync_interval: settings.ldap_sync_interval,
    ldap_sync_target: settings.ldap_sync_target,
    ldap_sync_groups: settings.ldap_sync_groups.join('\n'),
    ldap_user_behavior: settings.ldap_user_behavior,
    ldap_admin_behavior: settings.ldap_admin_behavior,
    ldap_removal_limit: settings.ldap_removal_limit,
    ldap_user_rdn_attr: settings.ldap_user_rdn_attr ?? '',
    ldap_user_auxiliary_obj_classes: settings.ldap_user_auxiliary_obj_classes.join('\n'),
    ldap_export_removal: settings.ldap_export_removal,
    direction: directionOf(settings),
  };
}

/** The default of the API is cn; most servers use uid. */
function usernameAttributeOf({ ldap_url, ldap_uses_ad, ldap_username_attr: attribute }: Settings): string {
  const isUntouched = ldap_url === null && !ldap_uses_ad && attribute === 'cn';
  return isUntouched ? ldapPresets.openldap.ldap_username_attr : (attribute ?? '');
}

function directionOf({ ldap_sync_enabled, ldap_is_authoritative }: Settings): LdapFields['direction'] {
  if (!ldap_sync_enabled) return 'off';
  return ldap_is_authoritative ? 'from_directory' : 'to_directory';
}

/** An empty password retains the stored one. */
export function toRequest({
  ldap_bind_password,
  ldap_sync_groups,
  ldap_user_auxiliary_obj_classes,
  direction,
  ...fields
}: LdapFields): BodyInputOf<typeof patchSettings> {
  const lists = {
    ldap_sync_groups: linesOf(ldap_sync_groups),
    ldap_user_auxiliary_obj_classes: linesOf(ldap_user_auxiliary_obj_classes),
  };
  const password = ldap_bind_password === '' ? {} : { ldap_bind_password };
  const isOn = direction !== 'off';
  const sync = { ldap_sync_enabled: isOn, ...(isOn && { ldap_is_authoritative: direction === 'from_directory' }) };
  return { ...fields, ...lists, ...sync, ...password };
}

export function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines)].filter((line) => line !== '');
}

/** Whether this instance writes its accounts and groups to the directory. */
export function isWriting({ ldap_enabled, direction }: Pick<LdapFields, 'ldap_enabled' | 'direction'>): boolean {
  return ldap_enabled && direction === 'to_directory';
}

/** Whether passwords are sent in plain text. */
export function isUnencrypted(fields: Partial<Pick<LdapFields, 'ldap_url' | 'ldap_use_starttls'>>): boolean {
  return fields.ldap_url?.startsWith('ldap:') === true && fields.ldap_use_starttls !== true;
}

/** Where people are in common servers. */
export const exampleUserBases = {
  openldap: 'ou=users,dc=example,dc=org',
  active_directory: 'OU=Staff,DC=example,DC=org',
  freeipa: 'cn=users,cn=accounts,dc=example,dc=org',
} as const satisfies Record<keyof typeof ldapPresets, string>;

/** How common servers name people and groups. Further object classes of one server are invalid on another. */
export const ldapPresets = {
  openldap: {
    ldap_uses_ad: false,
    ldap_user_obj_class: 'inetOrgPerson',
    ldap_group_obj_class: 'groupOfUniqueNames',
    ldap_username_attr: 'uid',
    ldap_groupname_attr: 'cn',
    ldap_group_member_attr: 'uniqueMember',
    ldap_member_attr: 'memberOf',
    ldap_user_auxiliary_obj_classes: '',
  },
  active_directory: {
    ldap_uses_ad: true,
    ldap_user_obj_class: 'user',
    ldap_group_obj_class: 'group',
    ldap_username_attr: 'sAMAccountName',
    ldap_groupname_attr: 'cn',
    ldap_group_member_attr: 'member',
    ldap_member_attr: 'memberOf',
    ldap_user_auxiliary_obj_classes: '',
  },
  freeipa: {
    ldap_uses_ad: false,
    ldap_user_obj_class: 'inetOrgPerson',
    ldap_group_obj_class: 'ipaUserGroup',
    ldap_username_attr: 'uid',
    ldap_groupname_attr: 'cn',
    ldap_group_member_attr: 'member',
    ldap_member_attr: 'memberOf',
    ldap_user_auxiliary_obj_classes: '',
  },
} as const satisfies Record<string, Partial<LdapFields>>;

/** The product whose names are the nearest to these. */
export function presetOf(names: Pick<LdapFields, 'ldap_uses_ad' | 'ldap_group_obj_class'>): keyof typeof ldapPresets {
  if (names.ldap_uses_ad) return 'active_directory';
  return names.ldap_group_obj_class === ldapPresets.freeipa.ldap_group_obj_class ? 'freeipa' : 'openldap';
}
