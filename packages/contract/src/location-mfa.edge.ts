import { z } from 'zod';
import { edgeEndpoint, edgeWaitEndpoint } from './edge-endpoint.ts';
import { Id } from './primitives.ts';

/** Interface reference, wire §16. No call has a session: each attempt has its token. */
const connect = { session: 'enrollment' } as const;

export const startConnect = edgeEndpoint({
  ...connect,
  path: '/client-mfa/start',
  body: z.object({
    location_id: Id,
    /** Of the device. */
    pubkey: z.string().max(256),
    /** Number of the interface (wire §11.1); 100: on a page of the console. */
    method: z.int(),
  }),
  /** `url`: the page of the console that the owner opens; its request is the challenge. Absent for other methods. */
  response: z.object({ token: z.string(), challenge: z.string().nullable(), url: z.string().optional() }),
});

const Token = z.string().min(1).max(128);
const Proof = z.object({
  token: Token,
  code: z.string().max(256).nullish(),
  auth_pub_key: z.string().max(256).nullish(),
});

export const finishConnect = edgeEndpoint({
  ...connect,
  path: '/client-mfa/finish',
  body: Proof,
  /** The key is 32 bytes in base64. With `token` if a phone approved another device. */
  response: z.object({ preshared_key: z.string(), token: z.string().nullable() }),
});

/** Of a phone that approves another device, whose client waits for the message of `waitForApproval`. */
export const approveConnect = edgeEndpoint({
  ...connect,
  path: '/client-mfa/finish-remote',
  body: Proof,
  response: z.object({}),
});

export const waitForApproval = edgeWaitEndpoint({
  path: '/client-mfa/remote',
  query: z.object({ token: Token }),
  message: z.object({ type: z.literal('mfa_success'), preshared_key: z.string() }),
});
