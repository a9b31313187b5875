import type { Assertion, CreationOptions, Registration, RequestOptions } from '@gatewarden/contract/security-keys';
import { isPlainAttestation } from './attestation.ts';

/** The relying party of the keys: the address of the console. */
export interface RelyingParty {
  /** Its host, to which a key is permanently bound. */
  readonly id: string;
  readonly origin: string;
}

/** Why a response of a key is refused. */
export type KeyRefusal =
  | 'no challenge waits'
  | 'another challenge'
  | 'another origin'
  | 'unknown key'
  | 'wrong signature'
  | 'a counter that went back';

/** Identifies a known key to the browser. */
interface Descriptor {
  readonly credential_id: Buffer;
  readonly transports: readonly string[];
}

/** Signature algorithms that all recent keys support: EdDSA, ECDSA on P-256, RSA. */
const algorithms = [-8, -7, -257];
const timeoutMilliseconds = 300_000;

export function relyingPartyOf(url: string): RelyingParty {
  const { hostname, origin } = new URL(url);
  return { id: hostname, origin };
}

interface CreationInput {
  readonly party: RelyingParty;
  /** The name of the instance. */
  readonly name: string;
  readonly user: { readonly handle: Buffer; readonly username: string; readonly displayName: string };
  readonly challenge: Buffer;
  readonly known: readonly Descriptor[];
  /** `required`: authenticators that cannot store a passkey are refused. */
  readonly residentKey: 'preferred' | 'required';
}

/** Decision 11 explains why discoverable keys are preferred. */
export function creationOptions(input: CreationInput): CreationOptions {
  const { party, name, user, challenge, known, residentKey } = input;
  return {
    publicKey: {
      rp: { name, id: party.id },
      user: { id: base64url(user.handle), name: user.username, displayName: user.displayName },
      challenge: base64url(challenge),
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
      timeout: timeoutMilliseconds,
      excludeCredentials: known.map(describe),
      authenticatorSelection: {
        residentKey,
        requireResidentKey: residentKey === 'required',
        userVerification: 'required',
      },
      attestation: 'none',
      extensions: {
        credentialProtectionPolicy: 'userVerificationRequired',
        enforceCredentialProtectionPolicy: false,
        credProps: true,
      },
    },
  };
}

/** With an empty `known`, the browser looks for a passkey by itself. */
export function requestOptions(party: RelyingParty, challenge: Buffer, known: readonly Descriptor[]): RequestOptions {
  return {
    publicKey: {
      challenge: base64url(challenge),
      timeout: timeoutMilliseconds,
      rpId: party.id,
      allowCredentials: known.map(describe),
      userVerification: 'required',
    },
  };
}

export interface NewKey {
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly counter: number;
  readonly transports: string[];
  readonly aaguid: string;
  readonly is_passkey: boolean;
  readonly is_synced: boolean;
}

/** Undefined if the response is invalid, or is for another challenge or origin. */
export async function readNewKey(
  response: Registration,
  challenge: Buffer,
  party: RelyingParty,
): Promise<NewKey | undefined> {
  if (checkClientData(response.response.clientDataJSON, challenge, party)) return undefined;
  if (!(await isPlainAttestation(response.response.attestationObject))) return undefined;
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...response, response: withoutNulls(response.response), clientExtensionResults: {} },
    expectedChallenge: base64url(challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) return undefined;
  const { credential, aaguid, credentialBackedUp } = registrationInfo;
  return {
    credential_id: Buffer.from(credential.id, 'base64url'),
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports ?? [],
    aaguid,
    // reported by the browser and not verified; a false value affects only the user
    is_passkey: response.clientExtensionResults?.credProps?.rk === true,
    is_synced: credentialBackedUp,
  };
}

interface ExpectedAssertion {
  readonly publicKey: Buffer;
  readonly challenge: Buffer;
  readonly party: RelyingParty;
}

export interface AssertionResult {
  readonly counter: number;
  readonly isSynced: boolean;
}

/** The verified data, or why the response is refused. The caller must compare the counter when storing it. */
export async function readAssertion(
  response: Assertion,
  { publicKey, challenge, party }: ExpectedAssertion,
): Promise<AssertionResult | KeyRefusal> {
  const unfit = checkClientData(response.response.clientDataJSON, challenge, party);
  if (unfit) return unfit;
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...response, response: withoutNulls(response.response), clientExtensionResults: {} },
    expectedChallenge: base64url(challenge),
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return 'wrong signature';
  return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp };
}

/** The challenge that the browser claims was signed; undefined if it names none. */
export function readChallenge({ response: { clientDataJSON } }: Assertion): Buffer | undefined {
  const { challenge } = parseObject(Buffer.from(clientDataJSON, 'base64url').toString());
  return typeof challenge === 'string' && challenge !== '' ? Buffer.from(challenge, 'base64url') : undefined;
}

/** Checks the claimed challenge and origin. That they were signed is verified by the signature check. */
function checkClientData(clientDataJSON: string, challenge: Buffer, party: RelyingParty): KeyRefusal | undefined {
  const clientData = parseObject(Buffer.from(clientDataJSON, 'base64url').toString());
  if (clientData['challenge'] !== base64url(challenge)) return 'another challenge';
  // the console is never embedded in pages of other origins
  if (clientData['origin'] !== party.origin || clientData['crossOrigin'] === true) return 'another origin';
  return undefined;
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function describe({
  credential_id,
  transports,
}: Descriptor): CreationOptions['publicKey']['excludeCredentials'][number] {
  return { type: 'public-key', id: base64url(credential_id), transports: [...transports] };
}

function base64url(bytes: Buffer): string {
  return bytes.toString('base64url');
}

/** Drops null members: callers may send null, the library expects optional members to be absent. */
function withoutNulls<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], null | undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], null | undefined>;
  };
}
