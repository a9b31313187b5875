import { type ListedUser, ManagedField, type UserInfo } from '@gatewarden/contract/users';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { ListedUserRow } from './list-users.queries.ts';
import type { ShownUserRow } from './users.queries.ts';

export function presentUser(user: ShownUserRow): UserInfo {
  return {
    id: user.id,
    username: user.username,
    last_name: user.last_name,
    first_name: user.first_name,
    email: user.email,
    phone: user.phone,
    mfa_enabled: user.mfa_enabled,
    totp_enabled: user.totp_enabled,
    email_mfa_enabled: user.email_mfa_enabled,
    webauthn_enabled: user.webauthn_enabled,
    mfa_method: user.mfa_method,
    groups: [...user.groups],
    authorized_apps: user.authorized_apps.map((app) => ({
      oauth2client_id: app.id,
      user_id: user.id,
      oauth2client_name: app.name,
    })),
    is_active: user.is_active,
    enrolled: user.enrolled,
    has_password: user.has_password,
    is_admin: user.is_admin,
    ldap_pass_requires_change: user.ldap_pass_requires_change,
    managed_by: user.managed_by,
    managed_fields: managedFieldsOf(user),
  };
}

export function presentListedUser(user: ListedUserRow): ListedUser {
  return {
    ...presentUser(user),
    device_count: user.device_count,
    last_sign_in_at: user.last_sign_in_at && toNaive(user.last_sign_in_at),
    last_connected_at: user.last_connected_at && toNaive(user.last_connected_at),
  };
}

function managedFieldsOf({
  managed_by,
  managed_fields,
}: Pick<ShownUserRow, 'managed_by' | 'managed_fields'>): ManagedField[] {
  if (managed_by === null) return [];
  return ManagedField.options.filter((field) => managed_fields?.includes(field) ?? true);
}
