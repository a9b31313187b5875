import { type AuthKeyType, detectKeyType, NewAuthKey } from '@gatewarden/contract/auth-keys';

/** Values of the form for a new key; the type follows from the text. Errors have the codes of the server. */
export const KeyFields = NewAuthKey.omit({ key_type: true }).superRefine(({ key }, context) => {
  const kind = detectKeyType(key);
  if (kind === 'private') context.addIssue({ code: 'custom', path: ['key'], message: 'private_key_refused' });
  if (kind === undefined && key) context.addIssue({ code: 'custom', path: ['key'], message: 'ssh_key_invalid' });
});

/** Type of a public key; undefined for any other text. */
export function kindOf(key: string): AuthKeyType | undefined {
  const kind = detectKeyType(key);
  return kind === 'private' ? undefined : kind;
}

/** Comment that `ssh-keygen` appends to the key, usually `user@machine`; empty without one. Suggested as name. */
export function commentOf(key: string): string {
  return kindOf(key) === 'ssh' ? (/^\S+[ \t]+\S+[ \t]+(.{1,128})$/.exec(key.trim())?.[1]?.trim() ?? '') : '';
}
