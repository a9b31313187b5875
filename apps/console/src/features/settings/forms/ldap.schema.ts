import { LdapSettings } from '@gatewarden/contract/settings';
import { z } from 'zod';

const Fields = LdapSettings.omit({
  ldap_sync_status: true,
  ldap_sync_groups: true,
  ldap_user_auxiliary_obj_classes: true,
  ldap_sync_enabled: true,
  ldap_is_authoritative: true,
}).extend({
  /** Whether accounts here follow the directory, or the other way round. */
  direction: z.enum(['off', 'from_directory', 'to_directory']),
  /** One per line: names of groups may contain commas and blanks. */
  ldap_sync_groups: z.string().max(20_000),
  /** One per line. */
  ldap_user_auxiliary_obj_classes: z.string().max(4_000),
});

/** What the server needs while LDAP is on, besides the password, which may be stored. */
const needed = [
  'ldap_url',
  'ldap_bind_username',
  'ldap_user_search_base',
  'ldap_group_search_base',
  'ldap_user_obj_class',
  'ldap_group_obj_class',
  'ldap_username_attr',
  'ldap_groupname_attr',
  'ldap_group_member_attr',
  'ldap_member_attr',
] as const satisfies readonly (keyof z.infer<typeof Fields>)[];

/** Values of the LDAP form. The console does not know the stored password. */
export const LdapFields = needed.reduce(
  (schema, field) =>
    schema.refine((values) => !values.ldap_enabled || values[field] !== '', {
      path: [field],
      error: 'required',
      // otherwise only once all other fields are valid
      when: () => true,
    }),
  Fields,
);
export type LdapFields = z.infer<typeof LdapFields>;
