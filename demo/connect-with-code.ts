import { setTimeout as wait } from 'node:timers/promises';
import { getEssentials } from '@gatewarden/contract/settings';
import type { Caller } from '../apps/server/test/caller.ts';
import { totpCode } from '../apps/server/test/given/totp.ts';
import type { LiveDevice } from './fill.ts';

interface Connecting {
  readonly device: LiveDevice;
  readonly locationId: number;
  /** Of the authenticator app of the owner. */
  readonly secret: string | undefined;
  readonly signal: AbortSignal;
}

const totpMethod = 0;
const stepMilliseconds = 30_000;

/**
 * Does what a VPN client does at a location that requires two-factor authentication. Returns the configuration with the
 * preshared key of the session.
 * @throws Error if core refuses
 */
export async function connectWithCode(
  caller: Caller,
  { device, locationId, secret, signal }: Connecting,
): Promise<string> {
  if (secret === undefined) throw new Error(`${device.owner} has no authenticator app`);
  const { password_reset_url: edgePage } = await caller.call(getEssentials, {});
  if (edgePage === null) throw new Error('core does not listen for clients');
  const post = async (path: string, body: object) => {
    const response = await fetch(new URL(`/api/v1/client-mfa/${path}`, edgePage), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const { token } = await post('start', { location_id: locationId, pubkey: device.publicKey, method: totpMethod });
  // the code that confirmed the app cannot be used again
  await wait(stepMilliseconds - (Date.now() % stepMilliseconds), undefined, { signal });
  const { preshared_key: key } = await post('finish', { token, code: totpCode(secret, new Date()) });
  return device.configuration.replace(/^(PublicKey\s*=.*)$/m, `$1\nPresharedKey = ${String(key)}`);
}
