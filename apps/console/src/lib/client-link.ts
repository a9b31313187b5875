import { encodeBase64 } from '@gatewarden/net/base64';

interface Target {
  /** Ends with a slash. */
  readonly url: string;
  readonly token: string;
}

/** Opens an installed client, which adds the instance. Interface reference, wire §14. */
export function clientLink({ url, token }: Target): string {
  return `defguard://addinstance?token=${encodeURIComponent(token)}&url=${encodeURIComponent(url)}`;
}

/** Content of the QR code that the client of a phone reads. */
export function clientCode({ url, token }: Target): string {
  return encodeBase64(new TextEncoder().encode(JSON.stringify({ url, token })));
}
