import { z } from 'zod';
import { Empty, endpoint } from './endpoint.ts';
import { Id, NaiveTimestamp, Name, PathId } from './primitives.ts';
import { UsernameParam } from './users.ts';

export const AuthKeyType = z.enum(['ssh', 'gpg']);
export type AuthKeyType = z.infer<typeof AuthKeyType>;

export const AuthKey = z.object({
  id: Id,
  /** Null for a key of a YubiKey, which has the three YubiKey fields below instead. */
  name: z.string().nullable(),
  key_type: AuthKeyType,
  key: z.string(),
  /** `SHA256:…` in the format of OpenSSH; for an OpenPGP key, upper-case hexadecimal digits. */
  fingerprint: z.string(),
  created: NaiveTimestamp,
  /** When an emergency stop suspended the key, so that servers refuse it; null: it is accepted. */
  suspended_at: NaiveTimestamp.nullable(),
  user_id: Id,
  yubikey_serial: z.string().nullable(),
  yubikey_id: Id.nullable(),
  yubikey_name: z.string().nullable(),
});
export type AuthKey = z.infer<typeof AuthKey>;

/** Longer than any SSH key, and enough for an OpenPGP key with many signatures. */
export const longestKeyCharacters = 65_536;
export const NewAuthKey = z.object({
  name: Name,
  key: z.string().min(1).max(longestKeyCharacters),
  key_type: AuthKeyType,
});

/**
 * The apparent type of a pasted text, so that a private key can be refused before it is sent. Undefined if it is not a
 * key. Only the server checks whether the key is valid.
 */
export function detectKeyType(text: string): AuthKeyType | 'private' | undefined {
  if (/-{4,5} ?BEGIN [A-Z0-9 ]*PRIVATE KEY|PuTTY-User-Key-File-\d/.test(text)) return 'private';
  if (text.includes('-----BEGIN PGP PUBLIC KEY BLOCK-----')) return 'gpg';
  return /^\s*(?:ssh-|ecdsa-|sk-)\S+[ \t]+\S/.test(text) ? 'ssh' : undefined;
}

const AuthKeyParam = UsernameParam.extend({ id: PathId });
const sshRules = ['ssh_key_invalid', 'ssh_key_certificate', 'ssh_key_weak'] as const;
const gpgRules = ['gpg_key_invalid', 'gpg_key_unsupported', 'gpg_key_unusable', 'rate_limited'] as const;

export const listAuthKeys = endpoint({
  method: 'GET',
  path: '/user/:username/auth_key',
  access: 'self',
  area: 'users',
  summary: "List a user's SSH and GPG keys",
  params: UsernameParam,
  response: z.array(AuthKey),
  errors: ['user_not_found'],
});

export const addAuthKey = endpoint({
  method: 'POST',
  path: '/user/:username/auth_key',
  access: 'self',
  area: 'users',
  requiresReauthentication: true,
  summary: 'Add an SSH or GPG public key',
  params: UsernameParam,
  // in JSON each line end takes two characters
  maxBodyBytes: 2 * longestKeyCharacters,
  body: NewAuthKey,
  response: Empty,
  status: 201,
  errors: [
    'user_not_found',
    'private_key_refused',
    ...sshRules,
    ...gpgRules,
    'auth_key_taken',
    'auth_key_limit_reached',
    'key_suspended',
  ],
});

export const deleteAuthKey = endpoint({
  method: 'DELETE',
  path: '/user/:username/auth_key/:id',
  access: 'self',
  area: 'users',
  requiresReauthentication: true,
  summary: 'Delete an SSH or GPG key; servers refuse it immediately',
  params: AuthKeyParam,
  response: Empty,
  errors: ['auth_key_not_found', 'key_suspended'],
  errorStatus: { auth_key_not_found: 400 },
});

export const renameAuthKey = endpoint({
  method: 'POST',
  path: '/user/:username/auth_key/:id/rename',
  access: 'self',
  area: 'users',
  summary: 'Rename an SSH or GPG key',
  params: AuthKeyParam,
  body: z.object({ name: Name }),
  response: Empty,
  errors: ['auth_key_not_found', 'auth_key_of_yubikey'],
});

/** For a key that was added shortly before an emergency stop of its owner. No effect on a key that is not suspended. */
export const restoreAuthKey = endpoint({
  method: 'POST',
  path: '/user/:username/auth_key/:id/restore',
  access: 'admin',
  area: 'users',
  requiresReauthentication: true,
  summary: 'Accept a key again that an emergency stop suspended',
  params: AuthKeyParam,
  response: Empty,
  errors: ['auth_key_not_found'],
});

/**
 * For `AuthorizedKeysCommand` of OpenSSH. With both parameters: the user only if in the group. Without a match the
 * response is empty. If the settings require a token, it is sent as `Authorization: Bearer`. A group whose keys exceed
 * 4 MiB is refused completely: with a partial list, a server would refuse some members without an apparent reason.
 */
export const listAuthorizedKeys = endpoint({
  method: 'GET',
  path: '/ssh_authorized_keys',
  access: 'anonymous',
  area: 'basics',
  summary: 'List the SSH keys of an enabled user or of the enabled members of a group, one per line',
  query: z.object({ username: z.string().max(254).optional(), group: z.string().max(128).optional() }),
  response: z.string(),
  answer: { kind: 'text' },
  errors: ['unauthenticated', 'access_denied', 'group_keys_too_large'],
});
