import { generateKeyPairSync } from 'node:crypto';
import { addApiToken } from '@gatewarden/contract/api-tokens';
import { signIn } from '@gatewarden/contract/auth';
import { addAuthKey } from '@gatewarden/contract/auth-keys';
import { confirmTotp, startTotp } from '@gatewarden/contract/mfa';
import type { Caller } from '../apps/server/test/caller.ts';
import { totpCode } from '../apps/server/test/given/totp.ts';
import { administrator } from './company.ts';

/** A user with a known password. */
export interface Account {
  readonly username: string;
  readonly password: string;
}

const attempts = 5;
const tokenDays = 6;

/**
 * Signs in as each user. Every third adds an authenticator app, every fourth an SSH key; every twentieth fails once.
 * Returns the secrets of the apps by username.
 */
export async function exerciseAccounts(
  callerOf: () => Caller,
  accounts: readonly Account[],
  needsApp: (username: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const secrets = new Map<string, string>();
  for (const [index, { username, password }] of accounts.entries()) {
    const caller = callerOf();
    if (index % 20 === 0) await caller.try(signIn, { body: { username, password: `${password}?` } });
    await caller.call(signIn, { body: { username, password } });
    if (index % 4 === 0) await addSshKey(caller, username, 'Work laptop');
    if (index % 3 === 0 || needsApp(username)) secrets.set(username, await setUpAuthenticator(caller));
  }
  return secrets;
}

/** Conditions that *Needs attention* lists: sign-ins that fail again and again, and an API token that expires soon. */
export async function causeAttention(admin: Caller, callerOf: () => Caller, username: string): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    await callerOf().try(signIn, { body: { username, password: `Wrong-${attempt}` } });
  }
  const expires_at = new Date(Date.now() + tokenDays * 86_400_000).toISOString();
  const body = { name: 'deploy', expires_at, scopes: ['read' as const] };
  await admin.call(addApiToken, { params: { username: administrator.username }, body });
}

export async function addSshKey(caller: Caller, username: string, name: string): Promise<void> {
  const body = { name, key_type: 'ssh' as const, key: newSshKey(username) };
  await caller.call(addAuthKey, { params: { username }, body });
}

/** Returns the secret. */
async function setUpAuthenticator(caller: Caller): Promise<string> {
  const { secret } = await caller.call(startTotp, {});
  await caller.call(confirmTotp, { body: { code: totpCode(secret, new Date()) } });
  return secret;
}

/** In the format of `ssh-keygen -t ed25519`; RFC 8709 §4. */
function newSshKey(comment: string): string {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const parts = [Buffer.from('ssh-ed25519'), Buffer.from(x, 'base64url')];
  const blob = Buffer.concat(parts.flatMap((part) => [lengthOf(part), part]));
  return `ssh-ed25519 ${blob.toString('base64')} ${comment}`;
}

function lengthOf(part: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.length);
  return length;
}
