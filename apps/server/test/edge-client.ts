import { randomAlphanumeric } from '../src/platform/crypto/tokens.ts';
import type { TestServer } from './harness.ts';

let clients = 0;

export interface EdgeClient {
  post(
    path: string,
    body: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; headers: Headers; body: Record<string, unknown> }>;
  /** The cookies of the answers so far. */
  cookies(): string;
}

/** A token with which a browser continues its session after the first credential. */
export const newContinuation = () => randomAlphanumeric(32);

/** A program or browser that is not signed in, in a network of its own, with the cookies of its answers. */
export function newEdgeClient({ edgePort }: Pick<TestServer, 'edgePort'>): EdgeClient {
  const cookies = new Map<string, string>();
  clients += 1;
  // invalid tokens are counted by /64
  const address = `2001:db8:2:${clients.toString(16)}::1`;
  const header = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  return {
    cookies: header,
    async post(path, body, headers = {}) {
      const response = await fetch(`http://127.0.0.1:${edgePort}/api/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie: header(), ...headers },
        body: JSON.stringify(body),
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: JSON.parse(text || '{}') };
    },
  };
}
