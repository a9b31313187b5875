import { type AuthKeyType, keyLooksLike, NewAuthKey } from '@gatewarden/contract/auth-keys';

/** A key as the form has it: which kind it is shows from the text. What the server would refuse has the server's code. */
export const KeyFields = NewAuthKey.omit({ key_type: true }).superRefine(({ key }, context) => {
  const kind = keyLooksLike(key);
  if (kind === 'private') context.addIssue({ code: 'custom', path: ['key'], message: 'private_key_refused' });
  if (kind === undefined && key) context.addIssue({ code: 'custom', path: ['key'], message: 'ssh_key_invalid' });
});

/** Kinds that the form lets through. */
export function kindOf(key: string): AuthKeyType | undefined {
  const kind = keyLooksLike(key);
  return kind === 'private' ? undefined : kind;
}

/** What `ssh-keygen` wrote behind the key, which is mostly `person@machine`: a name to begin with. */
export function commentOf(key: string): string {
  return kindOf(key) === 'ssh' ? (/^\S+[ \t]+\S+[ \t]+(.{1,128})$/.exec(key.trim())?.[1]?.trim() ?? '') : '';
}
