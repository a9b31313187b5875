import type { AuthKey } from '@gatewarden/contract/auth-keys';

/**
 * Name for the file of a public key, with the extension that `ssh-keygen` and `gpg --armor` use. Characters that file
 * systems reserve are replaced.
 */
export function keyFileName(name: string, type: AuthKey['key_type']): string {
  const safe = name.replace(/[\\/:*?"<>|\p{Cc}]+/gu, '_').replace(/^\.+/, '');
  return `${safe || 'key'}.${type === 'ssh' ? 'pub' : 'asc'}`;
}
