import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  type Assertion,
  addSecurityKey,
  type CreationOptions,
  type Registration,
  type RequestOptions,
  startAddingSecurityKey,
  startPasskeySignIn,
} from '@gatewarden/contract/security-keys';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { TestServer } from '../harness.ts';
import type { Person } from './given.ts';

/** An authenticator in software, as a browser uses it: https://www.w3.org/TR/webauthn-3/ */
export interface SoftwareKey {
  readonly id: string;
  /** Signature counter that it reports; a test may set it back. */
  counter: number;
  create(options: { publicKey: Pick<CreationOptions['publicKey'], 'challenge' | 'rp' | 'user'> }): Registration;
  sign(
    options: { publicKey: Pick<RequestOptions['publicKey'], 'challenge' | 'rpId'> },
    details?: SignatureDetails,
  ): Assertion;
}

interface SignatureDetails {
  /** Origin of the page that requests the signature. */
  readonly origin?: string;
  readonly userHandle?: string | null;
  /** Whether the key verified its user (fingerprint or PIN). */
  readonly isVerified?: boolean;
}

const flags = { userPresent: 0x01, userVerified: 0x04, hasKey: 0x40 } as const;

/** The origin that core expects: its configured address. */
export function originOf({ url }: Pick<TestServer, 'url'>): string {
  return url.replace('127.0.0.1', 'localhost');
}

interface Traits {
  /** Whether the credential is discoverable. */
  readonly isPasskey?: boolean;
}

export function newSoftwareKey(origin: string, { isPasskey = true }: Traits = {}): SoftwareKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let owner: string | undefined;

  function authenticatorData(rpId: string, count: number, flag: number, rest: Buffer = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags.userPresent | flag);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head, rest]);
  }

  function attested(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE, RFC 9053 §7.1: an elliptic curve key for ES256 on P-256
    const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    return Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(cose)]);
  }

  const key: SoftwareKey = {
    id: id.toString('base64url'),
    counter: 0,
    create({ publicKey: { challenge, rp, user } }) {
      owner = user.id;
      const authData = authenticatorData(rp.id, key.counter, flags.userVerified | flags.hasKey, attested());
      const attestation = new Map<string, string | Map<string, string> | Uint8Array<ArrayBuffer>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['usb'],
        },
        clientExtensionResults: { credProps: { rk: isPasskey } },
      };
    },
    sign({ publicKey: { challenge, rpId } }, { origin: page = origin, userHandle = owner, isVerified = true } = {}) {
      key.counter += 1;
      const signedData = clientData('webauthn.get', challenge, page);
      const data = authenticatorData(rpId, key.counter, isVerified ? flags.userVerified : 0);
      const signed = Buffer.concat([data, createHash('sha256').update(signedData).digest()]);
      return {
        id: key.id,
        rawId: key.id,
        type: 'public-key',
        response: {
          authenticatorData: data.toString('base64url'),
          clientDataJSON: signedData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(userHandle ? { userHandle } : {}),
        },
      };
    },
  };
  return key;
}

interface GivenKey extends SoftwareKey {
  /** The recovery codes issued with the first factor. */
  readonly recoveryCodes: readonly string[];
}

/** Adds a security key for the user; the next sign-in requires it. */
export async function givenSecurityKey(
  server: Pick<TestServer, 'url'>,
  person: Person,
  { name = 'Blue key', origin = originOf(server), ...traits }: Traits & { name?: string; origin?: string } = {},
): Promise<GivenKey> {
  const key = newSoftwareKey(origin, traits);
  const rpkc = key.create(await person.call(startAddingSecurityKey, {}));
  const { codes } = await person.call(addSecurityKey, { body: { name, rpkc } });
  return Object.assign(key, { recoveryCodes: codes ?? [] });
}

/** Signs in with the passkey, as a browser that shows the sign-in page of the console. */
export async function signedInWithPasskey(server: Pick<TestServer, 'stranger' | 'url'>, key: SoftwareKey) {
  const browser = server.stranger();
  const { headers, body } = await browser.try(startPasskeySignIn, {});
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const answer = await browser.send('POST', '/auth/passkey', {
    body: JSON.stringify(key.sign(body, { origin: originOf(server) })),
    headers: { 'content-type': 'application/json', cookie },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, 'base64url'));
}
