import { createHash } from 'node:crypto';
import type { Assertion, Registration } from '@gatewarden/contract/security-keys';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const characters = 65_536;

/** Pieces whose repetition makes backtracking, splitting, nesting and normalizing expensive. */
const pieces = [
  ...[
    'a',
    '0',
    ' ',
    '\t',
    '\n',
    ',',
    ';',
    ':',
    '.',
    '-',
    '=',
    '/',
    '\\',
    '"',
    '[',
    '{',
    'a ',
    '; ',
    ', ',
    'a.',
    'a@',
    '1.',
    '::',
  ],
  ...[
    '"a"',
    'a=b;',
    ';q=1',
    'en;q=0.1,',
    '{"a":',
    'api ',
    'api token',
    '10.0.0.1,',
    'fe80::1%',
    '\u0315\u0300',
    '\ufdfa',
  ],
];

/** 64 kB each, far more than most routes accept. The name is the repeated text. */
export function* textInputs(): Generator<readonly [name: string, text: string]> {
  for (const piece of pieces) {
    const run = piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters);
    yield [JSON.stringify(piece), run];
    yield [`${JSON.stringify(piece)}, then another character`, `a${run}\u0001`];
  }
}

/** Armor around long text that is almost base64. */
export function* armoredBytes(): Generator<readonly [name: string, text: string]> {
  for (const [name, text] of textInputs()) {
    yield [`armor around ${name}`, `-----BEGIN PGP PUBLIC KEY BLOCK-----\n${text}\n-----END PGP PUBLIC KEY BLOCK-----`];
  }
}

interface WebauthnInput {
  readonly name: string;
  readonly registration: Registration;
  readonly assertion: Assertion;
  /** In COSE, as stored. */
  readonly publicKey: Buffer;
}

type Cbor = string | number | Uint8Array<ArrayBuffer> | Cbor[] | Map<string | number, Cbor>;
const bytes = 49_152;
const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);
const encode = (value: Cbor) => Buffer.from(isoCBOR.encode(value as never));

/** An array of `items`, each of which is one byte. */
function wide(item: number, items: number): Buffer {
  return Buffer.concat([Buffer.from([0x99, items >> 8, items & 0xff]), Buffer.alloc(items, item)]);
}

/** An RSA key whose modulus and exponent have that many bytes. */
const rsa = (modulus: number, exponent: number) =>
  encode(
    new Map<number, Cbor>([
      [1, 3],
      [3, -257],
      [-1, filled(modulus, 0xff)],
      [-2, filled(exponent, 0xff)],
    ]),
  );

/** Answers of hostile keys. All match the challenge, so that each is read completely. */
export function webauthnInputs(party: { id: string; origin: string }, challenge: Buffer): WebauthnInput[] {
  const clientData = (type: string) =>
    Buffer.from(JSON.stringify({ type, challenge: challenge.toString('base64url'), origin: party.origin }));
  const authData = (key: Buffer, extensions = Buffer.alloc(0)) =>
    Buffer.concat([
      createHash('sha256').update(party.id).digest(),
      Buffer.from([extensions.length > 0 ? 0xc5 : 0x45, 0, 0, 0, 0]),
      Buffer.alloc(16),
      Buffer.from([0, 1, 7]),
      key,
      extensions,
    ]);
  const attested = (format: string, statement: Map<string, Cbor>, data: Buffer) =>
    encode(
      new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', new Uint8Array(data)],
      ]),
    );
  const small = rsa(256, 3);
  const extensions = Buffer.concat([Buffer.from([0xa1, 0x61, 0x61]), wide(0x40, 40_000)]);
  const certificates = Array.from({ length: 90 }, () => filled(500, 0x30));
  const inputs: [name: string, attestation: Buffer, data: Buffer, key: Buffer][] = [
    ...[0x81, 0xa1, 0xc1, 0x9a, 0x40, 0xff].map((byte): (typeof inputs)[number] => [
      `CBOR 0x${byte.toString(16)} repeated`,
      Buffer.alloc(bytes, byte),
      authData(small, Buffer.alloc(bytes, byte)),
      small,
    ]),
    ['many strings', wide(0x40, bytes), authData(small, extensions), small],
    [
      'many strings as extension',
      attested('none', new Map(), authData(small, extensions)),
      authData(small, extensions),
      small,
    ],
    ...[384, 1_024, 8_000, 23_000].map((length): (typeof inputs)[number] => {
      const key = rsa(length, length);
      const statement = new Map<string, Cbor>([
        ['alg', -257],
        ['sig', filled(length, 0x7f)],
      ]);
      return [`RSA with ${length} bytes`, attested('packed', statement, authData(key)), authData(small), key];
    }),
    ...['packed', 'apple', 'fido-u2f', 'android-key', 'tpm'].map((format): (typeof inputs)[number] => {
      const statement = new Map<string, Cbor>([
        ['alg', -257],
        ['sig', filled(256, 0x7f)],
        ['x5c', certificates],
      ]);
      return [`certificates of ${format}`, attested(format, statement, authData(small)), authData(small), small];
    }),
  ];
  return inputs.map(([name, attestation, data, publicKey]) => ({
    name,
    publicKey,
    registration: {
      ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const },
      response: {
        clientDataJSON: clientData('webauthn.create').toString('base64url'),
        attestationObject: attestation.toString('base64url'),
      },
    },
    assertion: {
      ...{ id: 'AAAA', rawId: 'AAAA', type: 'public-key' as const },
      response: {
        authenticatorData: data.toString('base64url'),
        clientDataJSON: clientData('webauthn.get').toString('base64url'),
        signature: Buffer.from(filled(publicKey.length > 600 ? 384 : 256, 0x7f)).toString('base64url'),
      },
    },
  }));
}
