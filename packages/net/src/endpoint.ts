import { parseAddress } from './address.ts';
import { contains, parseSubnet, type Subnet } from './subnet.ts';

/** The address of a peer. An IPv6 host has no brackets here. */
export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** RFC 1035 §2.3.4: 255 octets on the wire are at most 253 characters of text. */
const maxNameLength = 253;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
/** What resolvers interpret as part of an IPv4 address: `10.0.0` and `256.1.1.1` are not names. */
const numberLike = /^(?:\d+|0x[0-9a-f]*)$/i;

/**
 * Whether clients can connect to it: a host name (RFC 1123 §2.1, a final dot is allowed), an IPv4 address, or an IPv6
 * address with or without brackets. International names must be in their ASCII form. No port, no blanks.
 */
export function isEndpointHost(text: string): boolean {
  if (text.startsWith('[') || text.includes(':')) return parseAddress(stripBrackets(text))?.family === 6;
  return parseAddress(text) !== undefined || isHostName(text);
}

// RFC 1122 §3.2.1.3 and RFC 4291 §2.5.3
const loopbacks: readonly Subnet[] = ['127.0.0.0/8', '::1/128'].flatMap((text) => parseSubnet(text) ?? []);

/** Whether it leads to the local machine: a loopback address, with or without brackets, or `localhost`. */
export function isLoopbackHost(text: string): boolean {
  const address = parseAddress(stripBrackets(text));
  // RFC 6761 §6.3: names below `localhost` too.
  return address ? loopbacks.some((subnet) => contains(subnet, address)) : /^(?:.+\.)?localhost\.?$/i.test(text);
}

/** `host:port` in the format of WireGuard, an IPv6 address in brackets. */
export function formatEndpoint({ host, port }: Endpoint): string {
  return parseAddress(host)?.family === 6 ? `[${host}]:${port}` : `${host}:${port}`;
}

/**
 * Undefined unless the text is `host:port` or `[IPv6]:port` with a port from 1 to 65535.
 * @param zone accept a link-local IPv6 address with its zone, `[fe80::1%eth0]:port` (RFC 4007 §11); the zone is an
 * interface of the connecting machine and has no meaning elsewhere
 */
export function parseEndpoint(text: string, { zone = false } = {}): Endpoint | undefined {
  const colon = text.lastIndexOf(':');
  const written = text.slice(0, Math.max(colon, 0));
  const port = parsePort(text.slice(colon + 1));
  const zoned = zone ? zonedHost.exec(written)?.groups : undefined;
  const bracketed = zoned ? `[${zoned['address']}]` : written;
  // Without brackets the end of an IPv6 address is ambiguous with a port.
  if (port === undefined || !isEndpointHost(bracketed) || bracketed.includes(':') !== bracketed.startsWith('[')) {
    return undefined;
  }
  return { host: stripBrackets(written), port };
}

/** fe80::/10 with the name of an interface, which on Linux has at most 15 characters. */
const zonedHost = /^\[(?<address>fe[89ab][0-9a-f]:[0-9a-f:.]+)%[A-Za-z0-9._-]{1,15}\]$/i;

function stripBrackets(text: string): string {
  return text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
}

function isHostName(text: string): boolean {
  const name = text.endsWith('.') ? text.slice(0, -1) : text;
  if (name.length > maxNameLength) return false;
  const labels = name.split('.');
  return labels.every((part) => label.test(part)) && !numberLike.test(labels.at(-1) ?? '');
}

function parsePort(text: string): number | undefined {
  if (!/^[1-9]\d{0,4}$/.test(text)) return undefined;
  const port = Number(text);
  return port <= 65535 ? port : undefined;
}
