import { z } from 'zod';

/** JSON Schemas of texts that `@gatewarden/net` parses. Rare spellings that are also accepted are left out. */
const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
export const ipv4Pattern = `^${octet}(?:\\.${octet}){3}$`;
const ipv4 = `${octet}(?:\\.${octet}){3}`;
const ipv6 = z.regexes.ipv6.source.slice(1, -1);
// RFC 1123 §2.1; a last label that looks like a number would be parsed as part of an address
const label = '[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?';
const name = `(?=.{1,253}$)(?:${label}\\.)*(?!(?:\\d+|0[xX][0-9A-Fa-f]*)$)${label}`;
const network = `(?:${ipv4}(?:\\/(?:3[0-2]|[12]?\\d))?|${ipv6}(?:\\/(?:12[0-8]|1[01]\\d|[1-9]?\\d))?)`;

const text = { type: 'string' } as const;

/** A host name or an address without a port, as `isEndpointHost` accepts it. `empty`: also the empty text, for none. */
export function hostSchema({ empty = false } = {}) {
  const host = `(?:${ipv4}|${ipv6}|\\[${ipv6}\\]|${name})`;
  return { ...text, format: 'host', maxLength: 255, pattern: empty ? `^${host}?$` : `^${host}$` };
}

/** `host:port`, an IPv6 address in brackets. */
export const hostAndPortSchema = {
  ...text,
  format: 'host-port',
  maxLength: 261,
  pattern: `^(?:${ipv4}|\\[${ipv6}\\]|(?=[^:]{1,253}:)(?:${label}\\.)*(?!(?:\\d+|0[xX][0-9A-Fa-f]*):)${label}):(?:6553[0-5]|655[0-2]\\d|65[0-4]\\d{2}|6[0-4]\\d{3}|[1-5]\\d{4}|[1-9]\\d{0,3})$`,
} as const;

/** An address without a prefix. */
export const addressSchema = { ...text, maxLength: 64, pattern: `^(?:${ipv4}|${ipv6})$` } as const;

/** An address or a network in CIDR notation. */
export const networkSchema = { ...text, format: 'network', maxLength: 64, pattern: `^${network}$` } as const;

/** Networks separated by commas, at least `min`. */
export function networkListSchema(maxLength: number, min: 0 | 1) {
  const list = `${network}(?: *, *${network})*`;
  return { ...text, format: 'network-list', maxLength, pattern: min === 1 ? `^${list}$` : `^(?:${list})?$` };
}
