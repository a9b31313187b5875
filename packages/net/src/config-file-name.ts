import { latinLetters } from './latin-letters.ts';

/** WireGuard names the tunnel after the file, and Linux takes 15 characters for an interface (IFNAMSIZ less its zero). */
const maxStemLength = 15;
const checksumLength = 4;

/**
 * The name under which a device's configuration for a location is saved: `location-device.conf`. Every WireGuard client
 * takes what stands before `.conf` as the tunnel's name: letters, digits, `_` and `-`, at most 15. Where the names do
 * not fit or have characters beyond that, they are shortened and a checksum of both keeps different names apart.
 */
export function configFileName({ device, location }: { device: string; location: string }): string {
  const [first, second] = [toSafePart(location), toSafePart(device)];
  const fileStem = `${first.text}-${second.text}`;
  const isLossless = first.isLossless && second.isLossless && fileStem.length <= maxStemLength;
  if (isLossless) return `${fileStem}.conf`;
  const shortened = shorten(first.text || 'vpn', second.text || 'device', maxStemLength - checksumLength - 2);
  return `${shortened}-${checksum(`${location}\n${device}`)}.conf`;
}

/** The name in characters that need no care anywhere; not whole when a reader would miss something of it. */
function toSafePart(name: string): { text: string; isLossless: boolean } {
  const latin = latinLetters(name);
  // A dot is allowed in a tunnel's name, but Windows reserves names such as `con.seoul`.
  const text = trimHyphens(latin.replace(/[^A-Za-z0-9_]+/g, '-'));
  return { text, isLossless: text !== '' && /^[\x20-\x7e]*$/.test(latin) };
}

/** Cuts the longer part first, so that a short one stays readable. `room` is what both have without their hyphen. */
function shorten(first: string, second: string, maxLength: number): string {
  const half = Math.ceil(maxLength / 2);
  const maxFirstLength = Math.max(half, maxLength - second.length);
  const cutFirst = trimHyphens(first.slice(0, maxFirstLength));
  return `${cutFirst}-${trimHyphens(second.slice(0, maxLength - cutFirst.length))}`;
}

function trimHyphens(text: string): string {
  return text.replace(/^-+|-+$/g, '');
}

/** FNV-1a over UTF-16 units, in base 36: for telling names apart, no protection against somebody who wants two alike. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> 0) % 36 ** checksumLength).toString(36).padStart(checksumLength, '0');
}
