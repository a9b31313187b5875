import type { IncomingMessage } from 'node:http';
import type { SecureContext, TLSSocket } from 'node:tls';
import { addressOfHost } from '@gatewarden/net/public-address';
import { createAddressRules } from './address-rules.ts';
import { createCheckedLookup, type Resolve, resolveWithSystem } from './checked-lookup.ts';
import { openDirect, openThroughProxy, openTls } from './open-request.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { chooseProxy, type ProxySettings } from './proxy.ts';
import { trustAlso } from './trusted-certificate.ts';

export interface OutboundRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Limit of the response; 1 MiB if absent. */
  readonly maxBytes?: number;
  /** Until there is a connection; 5 seconds if absent. */
  readonly connectMilliseconds?: number;
  /** Until the end of the response; 10 seconds if absent. */
  readonly totalMilliseconds?: number;
  /** Redirects to follow, of GET requests only; none if absent. Each target is checked like the first one. */
  readonly maxRedirects?: number;
  /** Ends the call early, with its reason as the cause of the error. */
  readonly signal?: AbortSignal;
  /** A response that is longer than `maxBytes` is cut instead of refused. */
  readonly isCut?: true;
  /** A certificate in PEM format that is trusted in addition to the usual ones. */
  readonly certificate?: string | undefined;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/**
 * Calls other servers. Core runs inside of networks that its users cannot reach, so it connects only to public addresses
 * and to what the operator lists, checked after name resolution and again on the connection. Time and size are bounded.
 */
export interface Outbound {
  /** @throws OutboundError, also for a response that is not a success */
  request(url: URL, request?: OutboundRequest): Promise<OutboundAnswer>;
  /** As `request`, but follows no redirect, and returns a response of any status. @throws OutboundError */
  send(url: URL, request: Omit<OutboundRequest, 'maxRedirects'>): Promise<OutboundAnswer>;
  /**
   * Opens a connection with TLS, for protocols other than HTTP. Not through a proxy. The caller bounds its time from then on.
   * @throws OutboundError
   */
  connectTls(
    target: { readonly host: string; readonly port: number },
    options?: Pick<OutboundRequest, 'connectMilliseconds' | 'signal' | 'certificate'>,
  ): Promise<TLSSocket>;
  /**
   * For libraries that take a `fetch`: follows no redirect, and a response of any status is returned. `limits` apply to each
   * call. Bodies are texts.
   * @throws OutboundError
   */
  fetchWith(limits?: Omit<OutboundRequest, 'method' | 'headers' | 'body'>): OutboundFetch;
  /** Whether the operator lists the host, as one of the own network: it may use http, and private addresses. */
  isListedHost(host: string): boolean;
}

export type OutboundFetch = (
  url: string,
  options: { readonly method?: string; readonly headers?: Record<string, string> | Headers; readonly body?: unknown },
) => Promise<Response>;

interface Dependencies {
  /** Hosts, addresses and networks that may be called although they are not public. */
  readonly allow: readonly string[];
  readonly proxies: ProxySettings;
  /** The resolver of the system if absent. */
  readonly resolve?: Resolve;
}

const defaults = { maxBytes: 1_048_576, connectMilliseconds: 5_000, totalMilliseconds: 10_000, maxRedirects: 0 };
const maxAnnouncements = 5;
const redirects = new Set([301, 302, 303, 307, 308]);

export function createOutbound({ allow, proxies, resolve = resolveWithSystem }: Dependencies): Outbound {
  const rules = createAddressRules(allow);
  const lookup = createCheckedLookup(rules, resolve);

  /** Name resolution does not see hosts that are addresses already. */
  function requireCallable(url: URL): void {
    const { protocol, hostname, host, username, password } = url;
    const isHttp = protocol === 'https:' || protocol === 'http:';
    if (!isHttp || username !== '' || password !== '')
      throw new OutboundError({ reason: 'connection', host, detail: 'invalid URL' });
    const isAddress = addressOfHost(hostname) !== undefined;
    if (isAddress && !rules.isAllowed(hostname, hostname.replace(/^\[(.*)\]$/, '$1')))
      throw new OutboundError({ reason: 'blocked_address', host, detail: hostname });
  }

  /** Names of the own machine must not reach a proxy, which may run on it. */
  function requireProxied({ hostname, host }: URL): void {
    if (/(^|\.)localhost\.?$/i.test(hostname) && !rules.isListedHost(hostname))
      throw new OutboundError({ reason: 'blocked_address', host, detail: hostname });
  }

  async function exchange(url: URL, options: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    requireCallable(url);
    const { method = 'GET', headers = {}, body, maxBytes, connectMilliseconds } = { ...defaults, ...options };
    const sized = body === undefined ? headers : { ...headers, 'content-length': `${Buffer.byteLength(body)}` };
    const head = { method, headers: sized, signal, ...trusting(options.certificate) };
    const proxy = chooseProxy(proxies, url);
    if (proxy) requireProxied(url);
    const request = proxy ? await openThroughProxy(url, head, proxy) : openDirect(url, head, lookup, rules);
    const { promise, resolve: answer, reject } = Promise.withResolvers<OutboundAnswer>();
    const tooSlow = () => request.destroy(new OutboundError({ reason: 'timeout', host: url.host, detail: 'connect' }));
    const timer = setTimeout(tooSlow, connectMilliseconds);
    const connected = () => clearTimeout(timer);
    request.once('socket', (socket) => socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', connected));
    let hasAnswer = false;
    request.once('response', (response) => {
      hasAnswer = true;
      connected();
      readAnswer(response, url, { maxBytes, isCut: options.isCut ?? false }).then(answer, reject);
    });
    let announcements = 0;
    // answers before the answer, such as 103, are not part of its size
    request.on('information', () => {
      announcements += 1;
      if (announcements > maxAnnouncements)
        request.destroy(new OutboundError({ reason: 'too_large', host: url.host, detail: '1xx' }));
    });
    request.on('error', reject);
    request.once('close', () => {
      connected();
      // reading a response fails by itself; its last part may arrive after this event
      if (!hasAnswer) reject(new OutboundError({ reason: 'connection', host: url.host, detail: 'closed' }));
    });
    request.end(body);
    try {
      return await promise;
    } finally {
      request.destroy();
    }
  }

  /** Bounds the time of all steps together. */
  async function withDeadline<T>(
    url: URL,
    { totalMilliseconds, signal: ending }: { readonly totalMilliseconds: number; readonly signal?: AbortSignal },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = AbortSignal.timeout(totalMilliseconds);
    try {
      return await work(ending ? AbortSignal.any([deadline, ending]) : deadline);
    } catch (error) {
      if (deadline.aborted)
        throw new OutboundError({ reason: 'timeout', host: url.host, detail: 'total' }, { cause: error });
      throw toOutboundError(error, url.host);
    }
  }

  async function follow(first: URL, options: OutboundRequest, signal: AbortSignal): Promise<OutboundAnswer> {
    const { maxRedirects } = { ...defaults, ...options };
    let url = first;
    for (let left = maxRedirects; ; left -= 1) {
      const answer = await exchange(url, url.origin === first.origin ? options : withoutCredentials(options), signal);
      const target = redirects.has(answer.status) ? answer.headers.get('location') : null;
      if (target === null || left <= 0 || (options.method ?? 'GET') !== 'GET') return answer;
      url = redirectTarget(url, target);
    }
  }

  return {
    isListedHost: rules.isListedHost,
    send: (url, options) => withDeadline(url, { ...defaults, ...options }, (signal) => exchange(url, options, signal)),
    async connectTls({ host, port }, { certificate, ...options } = {}) {
      const url = URL.parse(`https://${host}:${port}`);
      if (!url) throw new OutboundError({ reason: 'connection', host, detail: 'ERR_INVALID_URL' });
      const limits = { ...defaults, ...options };
      return withDeadline(url, { ...limits, totalMilliseconds: limits.connectMilliseconds }, (signal) => {
        requireCallable(url);
        return openTls(url, { signal, ...trusting(certificate) }, lookup, rules);
      });
    },
    async request(url, options = {}) {
      const answer = await withDeadline(url, { ...defaults, ...options }, (signal) => follow(url, options, signal));
      if (answer.status >= 200 && answer.status < 300) return answer;
      throw new OutboundError({ reason: 'status', host: url.host, detail: `${answer.status}` });
    },
    fetchWith:
      (limits = {}) =>
      async (text, { method = 'GET', headers = {}, body }) => {
        const url = new URL(text);
        const content = body === undefined || body === null ? {} : { body: String(body) };
        const options = { ...limits, method, headers: Object.fromEntries(new Headers(headers)), ...content };
        const answer = await withDeadline(url, { ...defaults, ...limits }, (signal) => exchange(url, options, signal));
        const hasBody = ![204, 205, 304].includes(answer.status);
        return new Response(hasBody ? new Uint8Array(answer.body) : null, answer);
      },
  };
}

function trusting(certificate: string | undefined): { readonly secureContext?: SecureContext } {
  return certificate === undefined ? {} : { secureContext: trustAlso(certificate) };
}

async function readAnswer(
  response: IncomingMessage,
  { host }: URL,
  { maxBytes, isCut }: { readonly maxBytes: number; readonly isCut: boolean },
): Promise<OutboundAnswer> {
  const { statusCode: status = 0 } = response;
  if (status < 200 || status > 599) throw new OutboundError({ reason: 'status', host, detail: `${status}` });
  const tooLarge = () => new OutboundError({ reason: 'too_large', host, detail: `${maxBytes}` });
  if (!isCut && Number(response.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    length += part.length;
    if (!isCut && length > maxBytes) throw tooLarge();
    parts.push(part);
    if (isCut && length >= maxBytes) break;
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(response.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  return { status, headers, body: Buffer.concat(parts).subarray(0, maxBytes) };
}

/** @throws OutboundError for a target that is not an address, or one without https after one with it */
function redirectTarget(from: URL, target: string): URL {
  const url = URL.parse(target, from.href);
  if (url && !(from.protocol === 'https:' && url.protocol === 'http:')) return url;
  throw new OutboundError({ reason: 'connection', host: from.host, detail: 'invalid redirect' });
}

function withoutCredentials(options: OutboundRequest): OutboundRequest {
  const isCredential = (name: string) => /^(authorization|cookie|proxy-authorization)$/i.test(name);
  const headers = Object.entries(options.headers ?? {}).filter(([name]) => !isCredential(name));
  return { ...options, headers: Object.fromEntries(headers) };
}
