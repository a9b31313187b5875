import { latinLetters } from './latin-letters.ts';

/**
 * WireGuard names the tunnel after the file; Linux allows 15 characters for an interface (IFNAMSIZ minus the zero
 * byte).
 */
const maxStemLength = 15;
const checksumLength = 4;

/**
 * The file name of a device's configuration for a location: `location-device.conf`. Every WireGuard client uses the
 * part before `.conf` as the tunnel name: letters, digits, `_` and `-`, at most 15. Names that do not fit or have other
 * characters are shortened, and a checksum of both names distinguishes them.
 */
export function configFileName({ device, location }: { device: string; location: string }): string {
  const [first, second] = [toSafePart(location), toSafePart(device)];
  const fileStem = `${first.text}-${second.text}`;
  const isLossless = first.isLossless && second.isLossless && fileStem.length <= maxStemLength;
  if (isLossless) return `${fileStem}.conf`;
  const shortened = shorten(first.text || 'vpn', second.text || 'device', maxStemLength - checksumLength - 2);
  return `${shortened}-${checksum(`${location}\n${device}`)}.conf`;
}

/**
 * The file names of a device's configurations for several locations, in one folder: as `configFileName`, and distinct,
 * also where a file system ignores case. Of equal ones, all but the first end with a number.
 */
export function configFileNames({ device, locations }: { device: string; locations: readonly string[] }): string[] {
  const taken = new Set<string>();
  return locations.map((location) => {
    const stem = configFileName({ device, location }).replace(/\.conf$/, '');
    let name = stem;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      const ending = `-${number}`;
      name = stem.slice(0, maxStemLength - ending.length) + ending;
    }
    taken.add(name.toLowerCase());
    return `${name}.conf`;
  });
}

/** The name in characters that are safe everywhere; not lossless if some of its characters are missing from `text`. */
function toSafePart(name: string): { text: string; isLossless: boolean } {
  const latin = latinLetters(name);
  // A dot is allowed in a tunnel's name, but Windows reserves names such as `con.seoul`.
  const text = trimHyphens(latin.replace(/[^A-Za-z0-9_]+/g, '-'));
  return { text, isLossless: text !== '' && /^[\x20-\x7e]*$/.test(latin) };
}

/** Cuts the longer part first, so that a short one stays readable. `maxLength` is for both parts, without the hyphen. */
function shorten(first: string, second: string, maxLength: number): string {
  const half = Math.ceil(maxLength / 2);
  const maxFirstLength = Math.max(half, maxLength - second.length);
  const cutFirst = trimHyphens(first.slice(0, maxFirstLength));
  return `${cutFirst}-${trimHyphens(second.slice(0, maxLength - cutFirst.length))}`;
}

function trimHyphens(text: string): string {
  return text.replace(/^-+|-+$/g, '');
}

/** FNV-1a over UTF-16 units, in base 36: distinguishes names, but does not protect against deliberate collisions. */
function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return ((hash >>> 0) % 36 ** checksumLength).toString(36).padStart(checksumLength, '0');
}
