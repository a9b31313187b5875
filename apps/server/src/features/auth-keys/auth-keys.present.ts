import type { AuthKey } from '@gatewarden/contract/auth-keys';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { AuthorizedKeyRow, ListedKeyRow } from './auth-keys.queries.ts';

/** A key of a YubiKey has the name of the YubiKey in a field of its own. */
export function presentAuthKey({ id, user_id, kind, name, key, yubikey_id, ...row }: ListedKeyRow): AuthKey {
  return {
    id,
    name: yubikey_id === null ? name : null,
    key_type: kind,
    key,
    fingerprint: row.fingerprint,
    created: toNaive(row.created_at),
    suspended_at: row.suspended_at && toNaive(row.suspended_at),
    user_id,
    yubikey_serial: row.yubikey_serial,
    yubikey_id,
    yubikey_name: yubikey_id === null ? null : name,
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
