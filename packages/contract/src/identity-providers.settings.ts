import { z } from 'zod';
import { settingsSection } from './settings-section.ts';

/**
 * How a username is made of a name at a provider: forbidden characters are removed, each replaced by `_`, or the domain of an
 * email address is cut off first and the rest replaced.
 */
export const UsernameHandling = z.enum(['RemoveForbidden', 'ReplaceForbidden', 'PruneEmailDomain']);

/** Accounts of users who sign in at an OpenID provider for the first time. */
export const identityProviderSettings = settingsSection({
  answer: z.object({ openid_create_account: z.boolean(), openid_username_handling: UsernameHandling }),
  change: z.object({ openid_create_account: z.boolean(), openid_username_handling: UsernameHandling }),
  defaults: { openid_create_account: true, openid_username_handling: 'RemoveForbidden' },
  // they decide who gets an account, and of which name
  protects: ['openid_create_account', 'openid_username_handling'],
});
