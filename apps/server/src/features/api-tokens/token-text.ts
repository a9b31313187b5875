import { crc32 } from 'node:zlib';
import { alphabet, randomAlphanumeric } from '../../platform/crypto/tokens.ts';

const prefix = 'gwt_';
/** 256 random bits. */
const secretCharacters = 43;
const checksumCharacters = 6;
const shape = new RegExp(`^${prefix}[0-9A-Za-z]{${secretCharacters + checksumCharacters}}$`);

/**
 * `gwt_`, a random part of letters and digits, and the CRC-32 of everything before it in the same digits. Secret
 * scanners can recognize a token offline. A double click selects it.
 */
export function newApiToken(): string {
  const random = prefix + randomAlphanumeric(secretCharacters);
  return random + checksumOf(random);
}

/** Whether the text has the format of a token. Only the database tells whether the token exists. */
export function looksLikeApiToken(text: string): boolean {
  return shape.test(text) && checksumOf(text.slice(0, -checksumCharacters)) === text.slice(-checksumCharacters);
}

function checksumOf(text: string): string {
  let rest = crc32(text);
  let written = '';
  for (let place = 0; place < checksumCharacters; place += 1) {
    written = `${alphabet[rest % alphabet.length]}${written}`;
    rest = Math.floor(rest / alphabet.length);
  }
  return written;
}
