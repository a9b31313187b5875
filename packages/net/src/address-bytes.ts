import { type Address, bitsOf } from './address.ts';

/** The address in network byte order: 4 bytes for IPv4, 16 for IPv6. */
export function addressToBytes({ family, value }: Address): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(bitsOf(family) / 8);
  let rest = value;
  for (let index = bytes.length - 1; index >= 0; index -= 1) {
    bytes[index] = Number(rest & 0xffn);
    rest >>= 8n;
  }
  return bytes;
}

/** The address of 4 or 16 bytes in network byte order; undefined for another number of bytes. */
export function addressFromBytes(bytes: Uint8Array): Address | undefined {
  if (bytes.length !== 4 && bytes.length !== 16) return undefined;
  return {
    family: bytes.length === 4 ? 4 : 6,
    value: bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n),
  };
}
