import { z } from 'zod';
import { AuthResponse } from './auth.ts';
import { Empty, endpoint } from './endpoint.ts';
import { RecoveryCodes } from './mfa.ts';
import { Name, PathId } from './primitives.ts';
import { UsernameParam } from './users.ts';

/** Binary, as base64url without padding. */
const bytes = (max: number) =>
  z
    .string()
    .regex(/^[A-Za-z0-9_-]*$/, { error: 'base64url' })
    .max(max);
/** WebAuthn §5.8.4 limits a credential id to 1023 bytes. */
const CredentialId = bytes(1_364).min(1);
const Transports = z.array(z.string().regex(/^[a-z-]{1,32}$/, { error: 'transport' })).max(16);

const Descriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
});

/** The argument of `navigator.credentials.create` as JSON. */
export const CreationOptions = z.object({
  publicKey: z.object({
    rp: z.object({ name: z.string(), id: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      /** `required`: only a passkey. */
      residentKey: z.enum(['preferred', 'required']),
      requireResidentKey: z.boolean(),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
    extensions: z.object({
      credentialProtectionPolicy: z.literal('userVerificationRequired'),
      enforceCredentialProtectionPolicy: z.literal(false),
      credProps: z.literal(true),
    }),
  }),
});
export type CreationOptions = z.infer<typeof CreationOptions>;

/** The argument of `navigator.credentials.get` as JSON. */
const RequestOptions = z.object({
  publicKey: z.object({
    challenge: z.string(),
    timeout: z.int(),
    rpId: z.string(),
    allowCredentials: z.array(Descriptor),
    userVerification: z.literal('required'),
  }),
});
export type RequestOptions = z.infer<typeof RequestOptions>;

/** A new key, as the browser returns it. */
export const Registration = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes(16_384),
    // less than 3 kB without certificates, which core does not accept
    attestationObject: bytes(16_384),
    transports: Transports.nullish(),
  }),
  clientExtensionResults: z.object({ credProps: z.object({ rk: z.boolean().nullish() }).nullish() }).nullish(),
});
export type Registration = z.infer<typeof Registration>;

/** A signature of a key, as the browser returns it. */
export const Assertion = z.object({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.object({
    authenticatorData: bytes(4_096),
    clientDataJSON: bytes(16_384),
    signature: bytes(4_096),
    userHandle: bytes(128).nullish(),
  }),
});
export type Assertion = z.infer<typeof Assertion>;

export const startAddingSecurityKey = endpoint({
  method: 'POST',
  path: '/auth/webauthn/init',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Start adding a security key or passkey',
  response: CreationOptions,
  errors: ['security_key_limit_reached'],
});

export const addSecurityKey = endpoint({
  method: 'POST',
  path: '/auth/webauthn/finish',
  access: 'user',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Add the security key or passkey that the browser created',
  body: z.object({ name: Name, rpkc: Registration }),
  response: RecoveryCodes,
  errors: ['security_key_refused', 'security_key_taken', 'security_key_limit_reached'],
});

/** Without keys the list is empty. */
export const startSecurityKeySignIn = endpoint({
  method: 'POST',
  path: '/auth/webauthn/start',
  access: 'pending',
  area: 'sign-in',
  endsAccess: true,
  summary: 'Start the second step with a security key',
  response: RequestOptions,
});

/** In a complete session it proves the identity again. */
export const signInWithSecurityKey = endpoint({
  method: 'POST',
  path: '/auth/webauthn',
  access: 'pending',
  area: 'sign-in',
  endsAccess: true,
  summary: 'Complete the sign-in with a security key',
  body: Assertion,
  response: AuthResponse,
  errors: ['security_key_refused'],
});

/**
 * Ours, as the next call. The response is the same for all callers, so that it does not reveal which accounts exist.
 */
export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/auth/passkey/start',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Start a sign-in with a passkey',
  response: RequestOptions,
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/auth/passkey',
  access: 'anonymous',
  area: 'sign-in',
  summary: 'Sign in only with a passkey, which counts as both factors',
  body: Assertion,
  response: AuthResponse,
  errors: ['passkey_refused'],
});

const KeyParams = UsernameParam.extend({ id: PathId });

export const SecurityKeyName = z.object({ name: Name });

/** Ours. */
export const renameSecurityKey = endpoint({
  method: 'POST',
  path: '/user/:username/security_key/:id/rename',
  access: 'self',
  area: 'sign-in',
  summary: 'Rename a security key',
  params: KeyParams,
  body: SecurityKeyName,
  response: Empty,
  errors: ['security_key_not_found'],
});

/** For a key that was added shortly before an emergency stop of its owner. No effect on a key that is not suspended. */
export const restoreSecurityKey = endpoint({
  method: 'POST',
  path: '/user/:username/security_key/:id/restore',
  access: 'admin',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Accept a security key again that an emergency stop suspended',
  params: KeyParams,
  response: Empty,
  errors: ['security_key_not_found'],
});

export const removeSecurityKey = endpoint({
  method: 'DELETE',
  path: '/user/:username/security_key/:id',
  access: 'self',
  area: 'sign-in',
  requiresReauthentication: true,
  summary: 'Remove a security key',
  params: KeyParams,
  response: z.null(),
  errors: ['security_key_not_found', 'key_suspended', 'last_credential', 'factor_required'],
});
