import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { PeerCertificate, TLSSocket } from 'node:tls';

interface Options {
  readonly port: number;
  /** Host name in the request and in the handshake. */
  readonly host: string;
  /** PEM of the only trusted authority; every certificate is accepted if absent. */
  readonly ca?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface HttpsAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly certificate: PeerCertificate;
}

/** A request to 127.0.0.1 on a new connection. */
export async function requestHttps({ port, host, ca, path = '/api/v1/ready', headers }: Options): Promise<HttpsAnswer> {
  const trust = ca === undefined ? { rejectUnauthorized: false } : { ca };
  const call = request({
    ...{ host: '127.0.0.1', port, path, servername: host, agent: false },
    headers: { host, ...headers },
    ...trust,
  });
  call.end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const certificate = (response.socket as TLSSocket).getPeerCertificate();
  response.resume();
  await once(response, 'end');
  return { status: response.statusCode ?? 0, headers: response.headers, certificate };
}
