import { hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from './aes-gcm.ts';
import type { DataKey } from './secret-value.ts';

/** Encrypts data keys with an instance key. */
export interface InstanceKeyWrap {
  /** Identifies the instance key without revealing it: 16 bytes that are derived from it. */
  readonly instanceKeyId: Buffer;
  wrap(dataKey: DataKey): Buffer;
  /** @throws Error if the data key was wrapped with another instance key or under another id */
  unwrap(id: number, wrapped: Buffer): DataKey;
}

/** `instanceKey` is 32 bytes. */
export function createInstanceKeyWrap(instanceKey: Buffer): InstanceKeyWrap {
  // RFC 5869: keys that are derived for different purposes are independent
  const derive = (purpose: string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', instanceKey, Buffer.alloc(0), purpose, bytes));
  const key = derive('gatewarden data keys', 32);
  const contextOf = (id: number) => Buffer.from(`data-key:${id}`);
  return {
    instanceKeyId: derive('gatewarden instance key id', 16),
    wrap: (dataKey) => encrypt(key, dataKey.key, contextOf(dataKey.id)),
    unwrap: (id, wrapped) => ({ id, key: decrypt(key, wrapped, contextOf(id)) }),
  };
}
