/** Why a key is refused before any computation with it. */
export type GpgRefusal = 'malformed' | 'private' | 'several keys' | 'algorithm' | 'too much';

interface Packet {
  readonly tag: number;
  readonly body: Buffer;
}

// RFC 9580 §5: signature, secret key, public key, secret subkey, marker, trust, identity, subkey, attribute, padding
const tags = { signature: 2, privateKey: 5, key: 6, privateSubkey: 7, userId: 13, subkey: 14, attribute: 17 } as const;
const known = new Set<number>([...Object.values(tags), 10, 12, 21]);

/** More than real keys have. The work per packet is bounded, so these limits bound the total work. */
const limits = { packets: 500, subkeys: 40, identities: 60, signatures: 300, signatureBytes: 8192 } as const;

/**
 * Checks that the packets of a transferable public key (RFC 9580 §10.1) are safe to process: few enough, with one
 * primary key whose algorithm and size make a signature cheap to verify. Undefined if they are. Takes linear time.
 */
export function checkPackets(bytes: Buffer): GpgRefusal | undefined {
  const packets = readPackets(bytes);
  if (!packets || packets.some(({ tag }) => !known.has(tag))) return 'malformed';
  const all = (...wanted: number[]) => packets.filter(({ tag }) => wanted.includes(tag));
  if (all(tags.privateKey, tags.privateSubkey).length > 0) return 'private';
  const [primary, ...others] = all(tags.key);
  if (!primary || packets[0] !== primary) return 'malformed';
  if (others.length > 0) return 'several keys';
  const signatures = all(tags.signature);
  const isTooMuch =
    all(tags.subkey).length > limits.subkeys ||
    all(tags.userId, tags.attribute).length > limits.identities ||
    signatures.length > limits.signatures ||
    signatures.some(({ body }) => body.length > limits.signatureBytes);
  if (isTooMuch) return 'too much';
  if (!isAllowed(primary.body, primaryAlgorithms)) return 'algorithm';
  return all(tags.subkey).every(({ body }) => isAllowed(body, subkeyAlgorithms)) ? undefined : 'algorithm';
}

/** Undefined if the bytes are not a sequence of complete packets, or there are too many. */
function readPackets(bytes: Buffer): Packet[] | undefined {
  const packets: Packet[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = readHead(bytes, at);
    if (!head || head.start + head.length > bytes.length || packets.length === limits.packets) return undefined;
    at = head.start + head.length;
    packets.push({ tag: head.tag, body: bytes.subarray(head.start, at) });
  }
  return packets;
}

interface Head {
  readonly tag: number;
  readonly start: number;
  readonly length: number;
}

/** RFC 9580 §4.2. Partial and indeterminate lengths are for data, never for keys. */
function readHead(bytes: Buffer, at: number): Head | undefined {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return undefined;
  const isNew = first >= 0xc0;
  const tag = isNew ? first & 0x3f : (first >> 2) & 0x0f;
  const lengthAt = at + 1;
  const one = bytes[lengthAt];
  if (one === undefined) return undefined;
  const sizeOf = isNew ? newFormatLengthSize(one) : ([1, 2, 4] as const)[first & 3];
  if (!sizeOf || lengthAt + sizeOf > bytes.length) return undefined;
  const start = lengthAt + sizeOf;
  if (isNew && sizeOf === 2) return { tag, start, length: ((one - 192) << 8) + (bytes[lengthAt + 1] ?? 0) + 192 };
  if (isNew && sizeOf === 5) return { tag, start, length: bytes.readUInt32BE(lengthAt + 1) };
  return { tag, start, length: bytes.readUIntBE(lengthAt, sizeOf) };
}

function newFormatLengthSize(first: number): 1 | 2 | 5 | undefined {
  if (first < 192) return 1;
  if (first < 224) return 2;
  return first === 255 ? 5 : undefined;
}

type MaterialCheck = (material: Buffer) => boolean;

const longestMpiBits = 8192;
const isRsa =
  (smallestBits: number): MaterialCheck =>
  (material) => {
    const [modulus, exponent, ...rest] = readMpis(material) ?? [];
    if (!modulus || !exponent || rest.length > 0) return false;
    // verification raises to the power of the exponent; nearly all keys use 65537
    return modulus.bits >= smallestBits && modulus.bits <= longestMpiBits && exponent.bits <= 32;
  };

/** RFC 9580 §9.2, the object identifiers with their length before them. */
const curves = {
  p256: '082a8648ce3d030107',
  p384: '052b81040022',
  p521: '052b81040023',
  ed25519: '092b06010401da470f01',
  curve25519: '0a2b060104019755010501',
} as const;

const isCurve =
  (...allowed: readonly string[]): MaterialCheck =>
  (material) => {
    const hex = material.subarray(0, 12).toString('hex');
    const curve = allowed.find((each) => hex.startsWith(each));
    return curve !== undefined && material.length <= 256;
  };
const isBytes =
  (length: number): MaterialCheck =>
  (material) =>
    material.length === length;

// RFC 9580 §9.1
const primaryAlgorithms: Readonly<Record<number, MaterialCheck>> = {
  1: isRsa(2048),
  3: isRsa(2048),
  19: isCurve(curves.p256, curves.p384, curves.p521),
  22: isCurve(curves.ed25519),
  27: isBytes(32),
};
/** Subkeys are not used in computations, so limiting their size suffices. */
const subkeyAlgorithms: Readonly<Record<number, MaterialCheck>> = {
  ...primaryAlgorithms,
  1: isRsa(1024),
  2: isRsa(1024),
  3: isRsa(1024),
  16: (material) => readMpis(material)?.length === 3,
  18: isCurve(curves.p256, curves.p384, curves.p521, curves.curve25519),
  25: isBytes(32),
};

function isAllowed(body: Buffer, algorithms: Readonly<Record<number, MaterialCheck>>): boolean {
  const [version, algorithm] = [body[0], body[5] ?? 0];
  // RFC 9580 §5.5.2: version 6 has the length of the material before it
  const materialAt = version === 4 ? 6 : 10;
  if ((version !== 4 && version !== 6) || body.length <= materialAt) return false;
  return algorithms[algorithm]?.(body.subarray(materialAt)) === true;
}

/** RFC 9580 §3.2; undefined if the material is not a sequence of numbers within the size limit. */
function readMpis(material: Buffer): { bits: number }[] | undefined {
  const numbers = [];
  for (let at = 0; at < material.length; ) {
    if (at + 2 > material.length) return undefined;
    const bits = material.readUInt16BE(at);
    at += 2 + Math.ceil(bits / 8);
    if (bits > longestMpiBits || at > material.length) return undefined;
    numbers.push({ bits });
  }
  return numbers;
}
