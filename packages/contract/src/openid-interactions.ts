import { z } from 'zod';
import { documented } from './documented.ts';
import { Empty, endpoint } from './endpoint.ts';
import { AppScope, maxUri } from './openid-apps.ts';

const InteractionParam = z.object({
  uid: documented(z.string().regex(/^[\w-]{16,64}$/), { type: 'string', pattern: '^[\\w-]{16,64}$' }),
});

/** What a browser that signs in to an application shows next. */
export const Interaction = z.object({
  app: z.object({
    client_id: z.string(),
    name: z.string(),
    description: z.string(),
    logo_url: z.string(),
    start_url: z.string(),
    /** Where the browser returns to; custom schemes without a host show the scheme. */
    return_to: z.string(),
  }),
  /**
   * - `sign_in`: no user is signed in.
   * - `confirm_identity`: the sign-in is too old, or the application asks for a new one.
   * - `second_factor`: the application needs a second factor, which the user has not set up.
   * - `consent`: the user has not agreed to what the application asks for.
   * - `no_access`: the user is in none of the groups of the application.
   */
  step: z.enum(['sign_in', 'confirm_identity', 'second_factor', 'consent', 'no_access']),
  /** Null before sign-in. */
  username: z.string().nullable(),
  /** For the step `consent`: what the application receives, with the user's own values; empty for other steps. */
  scopes: z.array(
    z.object({
      scope: AppScope,
      /** Whether the user has not agreed to it before. */
      is_new: z.boolean(),
      values: z.array(z.object({ claim: z.string(), value: z.string() })),
    }),
  ),
});
export type Interaction = z.infer<typeof Interaction>;

/**
 * Ours. Where the browser is sent from an authorization request: continues it, or redirects to the page of the console
 * for the step that is missing.
 */
export const continueInteraction = endpoint({
  method: 'GET',
  path: '/oauth/interaction/:uid',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Continue signing in to an application',
  params: InteractionParam,
  response: z.literal(''),
  status: 303,
  answer: { kind: 'bare', statuses: [303] },
});

/** Ours. Only for the browser that began the sign-in. */
export const getInteraction = endpoint({
  method: 'GET',
  path: '/oauth/interaction/:uid/details',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Describe the next step of signing in to an application',
  params: InteractionParam,
  response: Interaction,
  errors: ['openid_interaction_expired'],
});

/** Ours. `location` is where the browser goes next. */
export const decideInteraction = endpoint({
  method: 'POST',
  path: '/oauth/interaction/:uid/decision',
  access: 'user',
  area: 'sign-in',
  summary: 'Accept or decline what an application asks for',
  params: InteractionParam,
  body: z.object({
    accept: z.boolean(),
    /** Those of the details that the user saw: others are not accepted. */
    scopes: z.array(z.string().max(64)).max(32).default([]),
  }),
  response: z.object({ location: z.string() }),
  errors: ['openid_interaction_expired', 'openid_interaction_changed'],
});

/** Interface reference §11. Whether an authorization request with these parameters is valid. */
export const verifyOpenidRequest = endpoint({
  method: 'POST',
  path: '/openid/verify',
  access: 'user',
  area: 'sign-in',
  summary: 'Check an authorization request before it is made',
  body: z.object({
    client_id: z.string().max(64),
    scope: z.string().max(1024),
    redirect_uri: z.string().max(maxUri),
    response_type: z.string().max(64),
    state: z.string().max(1024).nullish(),
    nonce: z.string().max(1024).nullish(),
    allow: z.boolean().nullish(),
  }),
  response: Empty,
  errors: ['openid_request_invalid'],
});
