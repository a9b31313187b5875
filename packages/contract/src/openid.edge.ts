import { z } from 'zod';
import { edgeEndpoint } from './edge-endpoint.ts';

/**
 * Interface reference, wire §13.3: sign-in at an OpenID provider. Its state is in two cookies, not in the session of a token.
 */
const openid = { session: 'enrollment' } as const;

/** What a sign-in is for: a token for a client, or a device that connects to a location. */
export const OpenidType = z.enum(['enrollment', 'mfa']);
export type OpenidType = z.output<typeof OpenidType>;

const Answer = z.object({
  code: z.string().min(1).max(4096),
  state: z.string().min(1).max(512),
  type: OpenidType.optional(),
  /** Ours, RFC 9207: who answered. */
  iss: z.string().max(1024).nullish(),
});

export const startOpenid = edgeEndpoint({
  ...openid,
  path: '/openid/auth_info',
  tokenField: 'state',
  body: z.object({
    type: OpenidType,
    /** With `mfa`: the token of the attempt to connect. */
    state: z.string().max(128).nullish(),
    /** Ours: the name of the provider; otherwise that of the owner of the device, or the first one. */
    provider: z.string().max(64).nullish(),
  }),
  response: z.object({
    /** Where the browser signs in. */
    url: z.string(),
    button_display_name: z.string().nullable(),
    /** Ours, with `mfa`: what would be connected, which the person confirms. */
    connection: z.object({ device: z.string(), location: z.string() }).nullable(),
  }),
});

/** Signs in or creates the account, and issues a token with which a client adds a device. */
export const finishOpenid = edgeEndpoint({
  ...openid,
  path: '/openid/callback',
  body: Answer,
  /** The address of the edge, which ends with a slash. */
  response: z.object({ url: z.string(), token: z.string() }),
});

/** Completes the attempt of a device to connect; its client asks with `client-mfa/finish`. */
export const finishOpenidConnect = edgeEndpoint({
  ...openid,
  path: '/openid/callback/mfa',
  body: Answer,
  response: z.object({}),
});
