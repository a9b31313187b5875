import { Username } from '@gatewarden/contract/primitives';
import type { Settings } from '@gatewarden/contract/settings';

type Handling = Settings['openid_username_handling'];

/** Interface reference §1.5. */
const maxLength = 63;

/**
 * Makes a username of a name at a provider, or of an email address. Undefined if nothing remains that is allowed.
 * `handling` decides about forbidden characters; leading characters that are neither letter nor digit are cut off.
 */
export function toUsername(name: string, handling: Handling): string | undefined {
  const local = handling === 'PruneEmailDomain' ? name.replace(/@.*$/s, '') : name;
  const replacement = handling === 'RemoveForbidden' ? '' : '_';
  const allowed = local.trim().replaceAll(/[^A-Za-z0-9._-]/gu, replacement);
  const username = allowed.replace(/^[^A-Za-z0-9]+/, '').slice(0, maxLength);
  return Username.safeParse(username).success ? username : undefined;
}
