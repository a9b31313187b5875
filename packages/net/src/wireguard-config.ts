import { formatEndpoint } from './endpoint.ts';

/** What a client's configuration is made of, every text as it is stored and shown elsewhere. */
export interface ClientConfig {
  /** The device's addresses in this location, without prefix, in the order of the location's networks. */
  addresses: readonly string[];
  /** Free text; null or blank when clients keep their own name servers. */
  dns: string | null;
  locationPublicKey: string;
  /** Networks that clients route into the tunnel, with prefix. Empty leaves the choice to the client. */
  allowedIps: readonly string[];
  /** Host alone; an IPv6 address with or without brackets. */
  endpoint: string;
  port: number;
  /** Seconds; 0 leaves keepalive off. */
  keepaliveSeconds: number;
}

/** Stands where the private key goes: the key is made on the client and never known here. */
const privateKeyPlaceholder = 'YOUR_PRIVATE_KEY';

/** Everything some WireGuard client takes for the end of a line, and every other control character. */
const lineBreaksAndControls = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/**
 * The configuration a client imports, with a placeholder for its private key. Equal input gives equal text, byte for
 * byte: clients compare it to find changes. Lines end in LF and the last has none. A control character in any value
 * becomes a blank, so no value can add a line.
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

/** Puts the key where the text has its first placeholder; a text without one comes back as it is. */
export function fillPrivateKey(text: string, key: string): string {
  return text.replace(privateKeyPlaceholder, () => key);
}

function toSingleLine(value: string): string {
  return value.replace(lineBreaksAndControls, ' ').trim();
}
