import { formatEndpoint } from './endpoint.ts';

/** The content of a client's configuration; texts as they are stored. */
export interface ClientConfig {
  /** The device's addresses in this location, without prefix, in the order of the location's networks. */
  addresses: readonly string[];
  /** Free text; null or blank if clients use their system's name servers. */
  dns: string | null;
  locationPublicKey: string;
  /** Networks that clients route into the tunnel, with prefix. If empty, the client decides. */
  allowedIps: readonly string[];
  /** Host without port; an IPv6 address with or without brackets. */
  endpoint: string;
  port: number;
  /** Seconds; 0 disables it. */
  keepaliveSeconds: number;
}

/** In place of the private key, which is generated on the client and not known here. */
const privateKeyPlaceholder = 'YOUR_PRIVATE_KEY';

/** Every character that some WireGuard client interprets as a line end, and every other control character. */
const lineBreaksAndControls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * The configuration that a client imports, with a placeholder for its private key. Equal input gives an identical text:
 * clients compare it to detect changes. Lines are separated by LF, without one at the end. A control character in a
 * value is replaced with a blank, so no value can add a line.
 */
export function clientConfigText(config: ClientConfig): string {
  const dns = toSingleLine(config.dns ?? '');
  const allowedIps = toSingleLine(config.allowedIps.join(','));
  const endpoint = formatEndpoint({ host: toSingleLine(config.endpoint), port: config.port });
  return [
    '[Interface]',
    `PrivateKey = ${privateKeyPlaceholder}`,
    `Address = ${toSingleLine(config.addresses.join(','))}`,
    dns === '' ? '' : `DNS = ${dns}`, // clients that compare texts expect this line, empty without DNS
    '',
    '[Peer]',
    `PublicKey = ${toSingleLine(config.locationPublicKey)}`,
    ...(allowedIps === '' ? [] : [`AllowedIPs = ${allowedIps}`]),
    `Endpoint = ${endpoint}`,
    ...(config.keepaliveSeconds === 0 ? [] : [`PersistentKeepalive = ${config.keepaliveSeconds}`]),
  ].join('\n');
}

/** Replaces the first placeholder with the key; returns a text without a placeholder unchanged. */
export function fillPrivateKey(text: string, key: string): string {
  return text.replace(privateKeyPlaceholder, () => key);
}

function toSingleLine(value: string): string {
  return value.replace(lineBreaksAndControls, ' ').trim();
}
