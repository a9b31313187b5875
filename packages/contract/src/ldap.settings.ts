import { z } from 'zod';
import { line } from './primitives.ts';
import { settingsSection } from './settings-section.ts';

const text = z.string().nullable();
const flag = z.boolean();

/** Settings that must not be empty while LDAP is enabled. */
export const requiredLdapFields = [
  'ldap_url',
  'ldap_bind_username',
  'ldap_bind_password_set',
  'ldap_user_search_base',
  'ldap_group_search_base',
  'ldap_user_obj_class',
  'ldap_group_obj_class',
  'ldap_username_attr',
  'ldap_groupname_attr',
  'ldap_group_member_attr',
  'ldap_member_attr',
] as const;

const port = '(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';
const host = '(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])';
/** `ldap://host`, `ldaps://host` with an optional port, or empty. */
const LdapUrl = z
  .string()
  .max(300)
  .regex(new RegExp(`^$|^ldaps?://${host}(?::${port})?/?$`), { error: 'ldap_url' });
/** Name of an attribute or object class (RFC 4512 §1.4), or empty. It becomes part of filters. */
const LdapKeyword = z.string().regex(/^$|^[A-Za-z][A-Za-z0-9-]{0,63}$/, { error: 'ldap_keyword' });

const RemovalBehavior = z.enum(['keep', 'disable', 'delete']);
const ExportRemoval = z.enum(['disable', 'delete']);
const SyncTarget = z.enum(['all', 'users', 'groups']);

/** Interface reference §7.5, and additions of ours. In requests an empty text means none. */
export const ldapSettings = settingsSection({
  answer: z.object({
    ldap_url: text,
    ldap_bind_username: text,
    /** Never returned: always null. */
    ldap_bind_password: text,
    ldap_group_search_base: text,
    ldap_user_search_base: text,
    ldap_user_obj_class: text,
    ldap_group_obj_class: text,
    ldap_username_attr: text,
    ldap_groupname_attr: text,
    ldap_group_member_attr: text,
    ldap_member_attr: text,
    ldap_user_rdn_attr: text,
    ldap_use_starttls: flag,
    ldap_tls_verify_cert: flag,
    ldap_sync_status: z.enum(['InSync', 'OutOfSync']),
    ldap_enabled: flag,
    ldap_sync_enabled: flag,
    ldap_is_authoritative: flag,
    ldap_uses_ad: flag,
    ldap_sync_interval: z.int(),
    ldap_user_auxiliary_obj_classes: z.array(z.string()),
    ldap_sync_groups: z.array(z.string()),
    /** Ours, as all that follow: whether a password is stored. */
    ldap_bind_password_set: flag,
    /** Certificate authorities in PEM that are trusted in addition to the usual ones. */
    ldap_ca_certificate: text,
    /** Further condition for people, as an LDAP filter. */
    ldap_user_filter: text,
    /** Whether people of the directory sign in with its password. */
    ldap_sign_in_enabled: flag,
    ldap_sync_target: SyncTarget,
    /** What happens to accounts whose entries are gone. */
    ldap_user_behavior: RemovalBehavior,
    ldap_admin_behavior: RemovalBehavior,
    /** Percent of accounts that a synchronization may remove without a confirmation. */
    ldap_removal_limit: z.int(),
    /** What happens to entries that this instance added, when their accounts are deleted here or are no longer written. */
    ldap_export_removal: ExportRemoval,
  }),
  change: z.object({
    ldap_url: LdapUrl,
    ldap_bind_username: line(254),
    ldap_bind_password: z.string().max(1024),
    ldap_group_search_base: line(1024),
    ldap_user_search_base: line(1024),
    ldap_user_obj_class: LdapKeyword,
    ldap_group_obj_class: LdapKeyword,
    ldap_username_attr: LdapKeyword,
    ldap_groupname_attr: LdapKeyword,
    ldap_group_member_attr: LdapKeyword,
    ldap_member_attr: LdapKeyword,
    ldap_user_rdn_attr: LdapKeyword,
    ldap_use_starttls: flag,
    ldap_tls_verify_cert: flag,
    /** Ignored: the product sets it. Clients send back what they read. */
    ldap_sync_status: z.enum(['InSync', 'OutOfSync']),
    ldap_enabled: flag,
    ldap_sync_enabled: flag,
    ldap_is_authoritative: flag,
    ldap_uses_ad: flag,
    /** Seconds. */
    ldap_sync_interval: z.int().min(60).max(604_800),
    ldap_user_auxiliary_obj_classes: z.array(LdapKeyword).max(32),
    ldap_sync_groups: z.array(line(128, 1)).max(200),
    ldap_ca_certificate: z.string().max(32_768),
    ldap_user_filter: line(2048),
    ldap_sign_in_enabled: flag,
    ldap_sync_target: SyncTarget,
    ldap_user_behavior: RemovalBehavior,
    ldap_admin_behavior: RemovalBehavior,
    ldap_removal_limit: z.int().min(0).max(100),
    ldap_export_removal: ExportRemoval,
  }),
  defaults: {
    ldap_url: null,
    ldap_bind_username: 'cn=admin,dc=example,dc=org',
    ldap_bind_password: null,
    ldap_group_search_base: 'ou=groups,dc=example,dc=org',
    ldap_user_search_base: 'ou=users,dc=example,dc=org',
    ldap_user_obj_class: 'inetOrgPerson',
    ldap_group_obj_class: 'groupOfUniqueNames',
    ldap_username_attr: 'cn',
    ldap_groupname_attr: 'cn',
    ldap_group_member_attr: 'uniqueMember',
    ldap_member_attr: 'memberOf',
    ldap_user_rdn_attr: null,
    ldap_use_starttls: false,
    ldap_tls_verify_cert: true,
    ldap_sync_status: 'OutOfSync',
    ldap_enabled: false,
    ldap_sync_enabled: false,
    ldap_is_authoritative: false,
    ldap_uses_ad: false,
    ldap_sync_interval: 300,
    ldap_user_auxiliary_obj_classes: ['simpleSecurityObject', 'sambaSamAccount'],
    ldap_sync_groups: [],
    ldap_bind_password_set: false,
    ldap_ca_certificate: null,
    ldap_user_filter: null,
    ldap_sign_in_enabled: true,
    ldap_sync_target: 'all',
    ldap_user_behavior: 'disable',
    ldap_admin_behavior: 'keep',
    ldap_removal_limit: 10,
    ldap_export_removal: 'disable',
  },
  // the directory decides who has an account and who can sign in
  protects: [
    'ldap_url',
    'ldap_bind_username',
    'ldap_group_search_base',
    'ldap_user_search_base',
    'ldap_user_obj_class',
    'ldap_group_obj_class',
    'ldap_username_attr',
    'ldap_groupname_attr',
    'ldap_group_member_attr',
    'ldap_member_attr',
    'ldap_use_starttls',
    'ldap_tls_verify_cert',
    'ldap_enabled',
    'ldap_sync_enabled',
    'ldap_is_authoritative',
    'ldap_uses_ad',
    'ldap_sync_groups',
    'ldap_ca_certificate',
    'ldap_user_filter',
    'ldap_sign_in_enabled',
    'ldap_sync_target',
    'ldap_user_behavior',
    'ldap_admin_behavior',
    'ldap_removal_limit',
    'ldap_user_rdn_attr',
    'ldap_user_auxiliary_obj_classes',
    'ldap_export_removal',
  ],
});
