import { requiredLdapFields } from '@gatewarden/contract/ldap.settings';
import { LdapSettings } from '@gatewarden/contract/settings';
import { z } from 'zod';
import { requireFields } from '../../../lib/require-fields.ts';

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

/** The console does not know the stored password. */
const required = requiredLdapFields.filter((field) => field !== 'ldap_bind_password_set');

/** Values of the LDAP form. */
export const LdapFields = requireFields(Fields, required, ({ ldap_enabled }) => ldap_enabled);
export type LdapFields = z.infer<typeof LdapFields>;
