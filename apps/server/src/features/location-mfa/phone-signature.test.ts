import { expect, it } from 'vitest';
import { isSignatureOf } from './phone-signature.ts';

const toBase64 = (hex: string) => Buffer.from(hex, 'hex').toString('base64');

// RFC 8032 §7.1, test 2: the message is the byte 0x72, which is "r"
const publicKey = toBase64('3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c');
const signature = toBase64(
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
);

it('accepts the signature of a published vector', () => {
  expect(isSignatureOf('r', signature, publicKey)).toBe(true);
});

it.each([
  ['another text', 's', signature, publicKey],
  ['another key', 'r', signature, toBase64('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')],
  ['a changed signature', 'r', signature.replace('k', 'l'), publicKey],
  ['half a signature', 'r', signature.slice(0, 40), publicKey],
  ['text after the signature', 'r', `${signature}AAAA`, publicKey],
  ['no signature', 'r', '', publicKey],
  ['what is no point of the curve', 'r', signature, toBase64('ff'.repeat(32))],
])('refuses %s', (_, text, signed, key) => {
  expect(isSignatureOf(text, signed, key)).toBe(false);
});
