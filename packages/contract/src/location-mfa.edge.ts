import { z } from 'zod';
import { edgeEndpoint } from './edge-endpoint.ts';

/** Interface reference, wire §16. No call has a session: each attempt has its token. */
const connect = { session: 'enrollment' } as const;

export const startConnect = edgeEndpoint({
  ...connect,
  path: '/client-mfa/start',
  body: z.object({
    location_id: z.int(),
    /** Of the device. */
    pubkey: z.string().max(256),
    /** Number of the interface (wire §11.1). */
    method: z.int(),
  }),
  response: z.object({ token: z.string(), challenge: z.string().nullable() }),
});

export const finishConnect = edgeEndpoint({
  ...connect,
  path: '/client-mfa/finish',
  body: z.object({
    token: z.string().min(1).max(128),
    code: z.string().max(256).nullish(),
    auth_pub_key: z.string().max(256).nullish(),
  }),
  /** The key is 32 bytes in base64. */
  response: z.object({ preshared_key: z.string(), token: z.string().nullable() }),
});
