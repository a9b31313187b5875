import { addScimToken } from '@gatewarden/contract/scim';
import { uniqueName } from '../calls/unique-name.ts';
import type { TestServer } from '../harness.ts';
import type { Person } from './given.ts';

export interface ScimReply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read resources of any shape
  readonly body: any;
}

interface ScimOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly text?: string;
}

export interface ScimClient {
  readonly tokenId: number;
  readonly tokenName: string;
  readonly token: string;
  /** `path` is below `/scim/v2`. */
  send(method: string, path: string, body?: unknown, options?: ScimOptions): Promise<ScimReply>;
}

/** An identity provider with a new token of the administrator. */
export async function givenScimClient(
  server: Pick<TestServer, 'url'>,
  admin: Person,
  name = uniqueName('idp-'),
): Promise<ScimClient> {
  const made = await admin.call(addScimToken, { body: { name } });
  return { ...scimClient(server, made.token), tokenId: made.id, tokenName: name };
}

export function scimClient({ url }: Pick<TestServer, 'url'>, token: string) {
  return {
    token,
    async send(method: string, path: string, body?: unknown, options: ScimOptions = {}): Promise<ScimReply> {
      const text = options.text ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await fetch(`${url}/scim/v2${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(text !== undefined && { 'content-type': 'application/scim+json' }),
          ...options.headers,
        },
        ...(text !== undefined && { body: text }),
      });
      const answered = await response.text();
      return {
        status: response.status,
        headers: response.headers,
        body: answered === '' ? undefined : JSON.parse(answered),
      };
    },
  };
}
