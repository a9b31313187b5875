import { type ClientRequest, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { AddressRules } from './address-rules.ts';
import { OutboundError, toOutboundError } from './outbound-error.ts';
import { portOf, proxyHeaders } from './proxy.ts';

export interface RequestHead {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** The usual authorities are trusted if absent. */
  readonly secureContext?: SecureContext;
}

/** Begins a request on a new connection to the host of the URL. The connection is closed after the response. */
export function openDirect(url: URL, head: RequestHead, lookup: LookupFunction, rules: AddressRules): ClientRequest {
  const open = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = open(url, { ...head, lookup, agent: false });
  // the last check: what the socket is really connected to
  request.once('socket', (socket) =>
    socket.once('connect', () => {
      const { remoteAddress = '' } = socket;
      if (rules.isAllowed(url.hostname, remoteAddress)) return;
      request.destroy(new OutboundError({ reason: 'blocked_address', host: url.host, detail: remoteAddress }));
    }),
  );
  return request;
}

/**
 * Begins a request through a proxy: https through a tunnel (RFC 9110 §9.3.6), so that the proxy sees neither headers nor
 * bodies. The proxy resolves names.
 * @throws OutboundError
 */
export async function openThroughProxy(url: URL, head: RequestHead, proxy: URL): Promise<ClientRequest> {
  const { method, headers, signal, ...trust } = head;
  if (url.protocol === 'http:') {
    const open = proxy.protocol === 'https:' ? requestHttps : requestHttp;
    const toProxy = { ...headers, ...proxyHeaders(proxy), host: url.host };
    return open(proxy, { method, headers: toProxy, signal, path: url.href, agent: false });
  }
  const tunnel = await openTunnel(url, proxy, signal);
  const servername = url.hostname.startsWith('[') ? '' : url.hostname;
  const createConnection = () => connectTls({ socket: tunnel, servername, host: url.hostname, ...trust });
  return requestHttps(url, { method, headers, signal, createConnection, agent: false });
}

function openTunnel(url: URL, proxy: URL, signal: AbortSignal): Promise<Socket> {
  const target = `${url.hostname}:${portOf(url)}`;
  const open = proxy.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const headers = { ...proxyHeaders(proxy), host: target };
  const request = open(proxy, { method: 'CONNECT', path: target, headers, signal, agent: false });
  request.once('connect', ({ statusCode }, socket) => {
    if (statusCode === 200) return resolve(socket);
    socket.destroy();
    reject(new OutboundError({ reason: 'connection', host: proxy.host, detail: `proxy ${statusCode}` }));
  });
  // a proxy that answers CONNECT like another request refuses it
  request.once('response', ({ statusCode }) => {
    request.destroy();
    reject(new OutboundError({ reason: 'connection', host: proxy.host, detail: `proxy ${statusCode}` }));
  });
  request.on('error', (error) => reject(toOutboundError(error, proxy.host)));
  request.end();
  return promise;
}

/**
 * A connection with TLS to the host and port of the URL.
 * @throws Error of `node:tls`, OutboundError
 */
export function openTls(
  url: URL,
  { signal, ...trust }: Pick<RequestHead, 'signal' | 'secureContext'>,
  lookup: LookupFunction,
  rules: AddressRules,
): Promise<TLSSocket> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const { promise, resolve, reject } = Promise.withResolvers<TLSSocket>();
  const servername = isIP(host) === 0 ? host : '';
  const socket = connectTls({ host, port: Number(portOf(url)), servername, lookup, ...trust });
  const abort = () => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  socket.once('connect', () => {
    const { remoteAddress = '' } = socket;
    if (rules.isAllowed(url.hostname, remoteAddress)) return;
    socket.destroy(new OutboundError({ reason: 'blocked_address', host: url.host, detail: remoteAddress }));
  });
  socket.once('secureConnect', () => {
    signal.removeEventListener('abort', abort);
    resolve(socket);
  });
  socket.once('error', reject);
  socket.once('close', () => reject(new OutboundError({ reason: 'connection', host: url.host, detail: 'closed' })));
  return promise;
}
