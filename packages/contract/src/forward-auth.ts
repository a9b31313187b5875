import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/**
 * What a reverse proxy asks before it passes a request on: 200 with `Remote-User`, or 303 to the sign-in page. With
 * `refuse_with=401` it is 401 instead, for proxies that can follow only a Location that they have read themselves.
 * Where the person wanted to go, `X-Forwarded-Proto`, `-Host` and `-Uri` say.
 */
export const forwardAuth = endpoint({
  method: 'GET',
  path: '/forward_auth',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Tell a reverse proxy whether somebody is signed in, and who',
  query: z.object({ refuse_with: z.enum(['303', '401']).optional() }),
  response: z.literal(''),
  answer: { kind: 'bare', statuses: [200, 303, 401] },
});

/** Ours. Answers 303: back to `r` where people may be sent, else to the console. */
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
