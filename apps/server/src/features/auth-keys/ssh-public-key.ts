import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';

const field = 'key';
const smallestRsaBits = 2048;
/** OpenSSH reads no larger numbers. */
const largestRsaBits = 16_384;
/** OpenSSL does not accept longer ones; a long exponent makes signature verification expensive. */
const largestExponentBytes = 8;
/** The comment is stored, and sent with each list of keys. */
const longestCommentCharacters = 256;

/**
 * Strictly parses one line of OpenSSH's public key format: RFC 4253 §6.6, RFC 5656 §3.1, RFC 8709 §4, and OpenSSH's
 * PROTOCOL.u2f for hardware keys. Ignores line breaks around it and a comment of up to 256 characters. The Base64 text
 * may have 4096 characters; RSA of 16 384 bits has 2776. OpenSSL checks the numbers: a point must be on its curve.
 * Returns the fingerprint `SHA256:…` as `ssh-keygen -l` prints it.
 * @throws ssh_key_invalid, ssh_key_certificate, ssh_key_weak
 */
export function fingerprintOfSshKey(text: string): string {
  const match = /^([a-z0-9@.-]{1,64})[ \t]{1,16}([A-Za-z0-9+/]{1,4096}={0,2})(?:[ \t]([^\n]*))?$/.exec(text.trim());
  const [, type = '', base64 = '', comment = ''] = match ?? [];
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the check refuses control characters
  if (comment.length > longestCommentCharacters || /[\u0000-\u0008\u000a-\u001f\u007f]/.test(comment)) throw invalid();
  if (/-cert-v\d\d@openssh\.com$/.test(type)) throw new DomainError('ssh_key_certificate', { field });
  // OpenSSH 7.0 and later do not accept DSA keys
  if (type === 'ssh-dss') throw new DomainError('ssh_key_weak', { field });
  const blob = Buffer.from(base64, 'base64');
  const [named, ...parts] = readFields(blob) ?? [];
  const check = Object.hasOwn(checks, type) ? checks[type] : undefined;
  if (!check || blob.toString('base64') !== base64 || named?.toString('latin1') !== type) throw invalid();
  check(parts);
  const hash = createHash('sha256').update(blob).digest('base64').replaceAll('=', '');
  return `SHA256:${hash}`;
}

/** The length-prefixed fields (RFC 4251 §5); undefined if the blob is not a sequence of complete fields. */
function readFields(blob: Buffer): Buffer[] | undefined {
  const fields: Buffer[] = [];
  for (let at = 0; at < blob.length; ) {
    if (at + 4 > blob.length) return undefined;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return undefined;
    fields.push(blob.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

type Check = (parts: readonly Buffer[]) => void;

/** Checks of the fields after the type, by type. */
const checks: Readonly<Record<string, Check>> = {
  'ssh-rsa': checkRsa,
  'ssh-ed25519': checkEd25519,
  'ecdsa-sha2-nistp256': (parts) => checkEcdsa('nistp256', parts),
  'ecdsa-sha2-nistp384': (parts) => checkEcdsa('nistp384', parts),
  'ecdsa-sha2-nistp521': (parts) => checkEcdsa('nistp521', parts),
  'sk-ssh-ed25519@openssh.com': (parts) => checkEd25519(withoutApplication(parts)),
  'sk-ecdsa-sha2-nistp256@openssh.com': (parts) => checkEcdsa('nistp256', withoutApplication(parts)),
};

function checkRsa([exponent, modulus, ...rest]: readonly Buffer[]): void {
  if (!isPositive(exponent) || !isPositive(modulus) || rest.length > 0) throw invalid();
  if (exponent.length > largestExponentBytes) throw invalid();
  const key = { kty: 'RSA', n: modulus.toString('base64url'), e: exponent.toString('base64url') };
  const bits = importKey(key).asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits > largestRsaBits || !isOdd(modulus) || !isOdd(exponent) || exponent.equals(Buffer.of(1))) throw invalid();
  if (bits < smallestRsaBits) throw new DomainError('ssh_key_weak', { field, bits });
}

function checkEd25519([point, ...rest]: readonly Buffer[]): void {
  if (point?.length !== 32 || rest.length > 0) throw invalid();
  importKey({ kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') });
}

const curves: Readonly<Record<string, { readonly crv: string; readonly bytes: number }>> = {
  nistp256: { crv: 'P-256', bytes: 32 },
  nistp384: { crv: 'P-384', bytes: 48 },
  nistp521: { crv: 'P-521', bytes: 66 },
};

function checkEcdsa(name: string, [curve, point, ...rest]: readonly Buffer[]): void {
  const { crv, bytes } = curves[name] ?? { crv: '', bytes: 0 };
  // SEC 1 §2.3.3: 4 marks an uncompressed point, the format of OpenSSH
  const isWhole = point?.length === 1 + 2 * bytes && point[0] === 4;
  if (!isWhole || curve?.toString('latin1') !== name || rest.length > 0) throw invalid();
  const [x, y] = [point.subarray(1, 1 + bytes), point.subarray(1 + bytes)];
  importKey({ kty: 'EC', crv, x: x.toString('base64url'), y: y.toString('base64url') });
}

/** Hardware keys end with the application, such as `ssh:`. */
function withoutApplication(parts: readonly Buffer[]): readonly Buffer[] {
  const application = parts.at(-1);
  if (!application || application.length === 0 || application.length > 255) throw invalid();
  return parts.slice(0, -1);
}

function importKey(key: JsonWebKey) {
  try {
    return createPublicKey({ key, format: 'jwk' });
  } catch (cause) {
    throw invalid(cause);
  }
}

/** RFC 4251 §5: the top bit is the sign, and there are no unnecessary leading bytes. */
function isPositive(number: Buffer | undefined): number is Buffer {
  const [first, second = 0] = number ?? [];
  if (first === undefined || first >= 0x80) return false;
  return first !== 0 || second >= 0x80;
}

function isOdd(number: Buffer): boolean {
  return ((number.at(-1) ?? 0) & 1) === 1;
}

function invalid(cause?: unknown): DomainError {
  return new DomainError('ssh_key_invalid', { field }, cause === undefined ? {} : { cause });
}
