import type { AuthKey } from '@gatewarden/contract/auth-keys';

/**
 * Name for the file of a public key, with the extension that `ssh-keygen` and `gpg --armor` use. Characters that file
 * systems reserve are replaced.
 */
export function keyFileName(name: string, type: AuthKey['key_type']): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file systems reserve them
  const safe = name.replace(/[\\/:*?"<>|\x00-\x1f]+/g, '_').replace(/^\.+/, '');
  return `${safe || 'key'}.${type === 'ssh' ? 'pub' : 'asc'}`;
}
