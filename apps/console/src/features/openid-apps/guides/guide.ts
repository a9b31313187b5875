import type { OpenidApp, OpenidIssuer } from '@gatewarden/contract/openid-apps';

/** What is filled into the configuration of an application. */
export interface GuideValues {
  readonly provider: Pick<
    OpenidIssuer,
    'issuer' | 'discovery_url' | 'authorization_endpoint' | 'token_endpoint' | 'userinfo_endpoint'
  >;
  /** Name of the instance, for buttons such as "Sign in with Gatewarden". */
  readonly instance: string;
  readonly clientId: string;
  /** The secret, or a placeholder for it; empty if the application has none. */
  readonly secret: string;
  readonly redirectUri: string;
  readonly scope: readonly string[];
}

/** A text to copy: the content of a file, commands for a shell, or plain values. */
export interface GuideBlock {
  readonly place: 'file' | 'command' | 'values';
  /** Of a file. */
  readonly path?: string;
  readonly text: string;
}

/** How one product is connected. */
export interface Guide {
  /** What a new application starts with. */
  readonly template: Pick<OpenidApp, 'kind' | 'scope' | 'requires_pkce'>;
  /** Redirect URLs of the product that people open at `address`, without a slash at its end. */
  readonly redirects: (address: string) => readonly string[];
  /** Address in examples; absent: people do not open the product in a browser. */
  readonly address?: string;
  readonly blocks: (values: GuideValues) => readonly GuideBlock[];
}

/** In place of the secret, which is not known after it was shown. */
export const secretPlaceholder = 'YOUR_CLIENT_SECRET';

/** A text in quotation marks, for formats with the escapes of JSON: TOML, Ruby without interpolation, YAML. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A text as one word for a shell. */
export function shellWord(text: string): string {
  return /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
