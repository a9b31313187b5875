import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * Called by a reverse proxy before it forwards a request: 200 with `Remote-User`, or 303 to the sign-in page. With
 * `refuse_with=401` it answers 401 instead, for proxies that handle the redirection themselves. The headers
 * `X-Forwarded-Proto`, `-Host` and `-Uri` contain the requested address.
 */
export const forwardAuth = endpoint({
  method: 'GET',
  path: '/forward_auth',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Tell a reverse proxy whether a user is signed in, and which one',
  query: z.object({ refuse_with: z.enum(['303', '401']).optional() }),
  response: z.literal(''),
  answer: { kind: 'bare', statuses: [200, 303, 401] },
});

/** Ours. Answers 303: to `r` if it is an allowed target, else to the console. */
export const returnFromSignIn = endpoint({
  method: 'GET',
  path: '/forward_auth/return',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Go back to the protected application after signing in',
  query: z.object({ r: z.string().max(4096) }),
  response: z.literal(''),
  status: 303,
  answer: { kind: 'bare', statuses: [303] },
});
