import type { AuthKey } from '@gatewarden/contract/auth-keys';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { AuthKeyRow, AuthorizedKeyRow } from './auth-keys.queries.ts';

/** The fields for YubiKeys are null, because provisioning of YubiKeys is not supported. */
export function presentAuthKey({ id, user_id, kind, name, key, ...row }: AuthKeyRow): AuthKey {
  return {
    id,
    name,
    key_type: kind,
    key,
    fingerprint: row.fingerprint,
    created: toNaive(row.created_at),
    suspended_at: row.suspended_at && toNaive(row.suspended_at),
    user_id,
    yubikey_serial: null,
    yubikey_id: null,
    yubikey_name: null,
  };
}

/** A line of an authorized_keys file: type, base64, and the names of user and key in place of the original comment. */
export function presentAuthorizedKey({ username, name, key }: AuthorizedKeyRow): string {
  const [type, base64] = key.split(/[ \t]+/, 2);
  return `${type} ${base64} ${sanitizeComment(`${username} ${name}`)}`;
}

/** Replaces characters that could break the line or have an effect in a terminal or a log. */
function sanitizeComment(text: string): string {
  return text.replaceAll(/[^\p{L}\p{M}\p{N} ._@+-]/gu, '_');
}
