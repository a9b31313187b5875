import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly isActive?: boolean;
}

/** What a directory contains; tests change it. */
export interface Content {
  people: Person[];
  groups: { readonly id: string; readonly name: string; members: string[] }[];
}

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

export interface ServiceAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A local server that implements the interface of a service. */
export interface DirectoryServer extends AsyncDisposable {
  readonly url: string;
  readonly content: Content;
  /** Method and path of each request. */
  readonly calls: string[];
  /** Answers the next requests to matching paths in place of the service, in this order. */
  intercept(path: RegExp, ...listeners: RequestListener[]): void;
}

export function toContent(count: number): Content {
  const people = Array.from({ length: count }, (_, index) => ({ id: `id-${index}`, name: `person${index}` }));
  const members = people.filter((_, index) => index % 2 === 0).map(({ id }) => id);
  return {
    people,
    groups: [
      { id: 'g-1', name: 'engineering', members },
      { id: 'g-2', name: 'office', members: ['id-1'] },
    ],
  };
}

/** Starts a service. `answer` gets requests that are not intercepted. */
export async function startService(
  content: Content,
  answer: (request: ServiceRequest, url: string) => ServiceAnswer,
): Promise<DirectoryServer> {
  const calls: string[] = [];
  const interceptions: { readonly path: RegExp; readonly listener: RequestListener }[] = [];
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    calls.push(`${request.method} ${pathname}`);
    const found = interceptions.findIndex(({ path }) => path.test(request.url ?? ''));
    const [interception] = found < 0 ? [] : interceptions.splice(found, 1);
    if (interception) {
      interception.listener(request, response);
      return;
    }
    void text(request).then((body) => {
      const { method = '', headers } = request;
      const result = answer({ method, path: pathname, query: searchParams, headers, body }, url);
      response.writeHead(result.status ?? 200, { 'content-type': 'application/json', ...result.headers });
      response.end(JSON.stringify(result.body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    content,
    calls,
    intercept(path, ...listeners) {
      for (const listener of listeners) interceptions.push({ path, listener });
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** An answer with these values, for `intercept`. */
export const respondWith =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** The part of a list from `start` on, and where the next one begins; undefined after the end. */
export function slice<Item>(items: readonly Item[], start: number, size: number) {
  const next = start + size;
  return { items: items.slice(start, next), next: next < items.length ? next : undefined };
}
