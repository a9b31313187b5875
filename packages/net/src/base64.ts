const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** RFC 4648 §4: standard alphabet with padding. Works in Node and in browsers. */
export function encodeBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
    const bits = (first << 16) | (second << 8) | third;
    const digits = Math.min(bytes.length - at, 3) + 1;
    for (let digit = 0; digit < 4; digit += 1) {
      text += digit < digits ? alphabet.charAt((bits >> (18 - 6 * digit)) & 63) : '=';
    }
  }
  return text;
}

/**
 * Undefined unless the text is exactly what `encodeBase64` returns for some bytes: RFC 4648 §3.5 lets a decoder reject
 * stray bits after the last byte, so that each value has one spelling. Blanks and the URL alphabet are rejected.
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = text.replace(/={1,2}$/, '');
  const bytes = new Uint8Array(Math.floor((digits.length * 3) / 4));
  let bits = 0;
  let pending = 0;
  let length = 0;
  for (const digit of digits) {
    const value = alphabet.indexOf(digit);
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xfff;
    pending += 6;
    if (pending < 8) continue;
    pending -= 8;
    bytes[length] = bits >> pending;
    length += 1;
  }
  return encodeBase64(bytes) === text ? bytes : undefined;
}
