import { once } from 'node:events';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { type Code, ConnectError, createClient } from '@connectrpc/connect';
import { createGrpcTransport } from '@connectrpc/connect-node';
import { EdgeService, type ServeRequest, ServeRequestSchema, type ServeResponse } from '@gatewarden/contract/edge/v1';
import { addEdge, getEdgeToken } from '@gatewarden/contract/edges';
import { GatewayService } from '@gatewarden/contract/gateway/v1';
import { type AcceptedCore, acceptCores } from '@gatewarden/link/accept-cores';
import { createCoreSession } from '@gatewarden/link/core-session';
import { createOutbox } from '@gatewarden/link/outbox';
import { freePort } from '../../../tools/free-port.ts';
import type { Caller } from './caller.ts';
import { readToken } from './gateway-link.ts';

export type Message = NonNullable<MessageInitShape<typeof ServeRequestSchema>['message']>;

/** A stream of an edge that sends what it likes. */
export interface HostileStream {
  readonly responses: readonly ServeResponse[];
  /** With which code it ended; undefined: core ended it without an error. */
  readonly ended: Promise<Code | undefined>;
  send(message: Message): void;
  /** Sends a call, and returns status and body of the answer. */
  call(call: Partial<Extract<Message, { case: 'call' }>['value']>): Promise<{ status: number; body: unknown }>;
  until(condition: () => boolean): Promise<void>;
  close(): void;
}

/** The machine of an edge that an attacker controls: it has joined with a real token. */
export interface HostileEdge extends AsyncDisposable {
  /** Of the edge in the list of core. */
  readonly id: number;
  readonly params: { readonly id: string };
  readonly token: string;
  readonly address: string;
  readonly credential: string;
  /** The next connection that core opens. */
  nextCore(): Promise<AcceptedCore>;
  /** Opens a stream over the first connection, with the credential of the edge and a valid greeting by default. */
  open(options?: { readonly credential?: string; readonly hello?: Message }): HostileStream;
  /** The code with which a call of gateways is refused over the link. */
  joinAsGateway(secret: string): Promise<Code>;
  /** The status of an HTTP request over the link. */
  requestHttp(method: string, path: string): Promise<number>;
}

export async function givenHostileEdge(admin: Pick<Caller, 'call'>): Promise<HostileEdge> {
  await using made = new AsyncDisposableStack();
  const linkPort = await freePort();
  const address = `127.0.0.1:${linkPort}`;
  const stopping = new AbortController();
  made.defer(() => stopping.abort());
  const { id } = await admin.call(addEdge, { body: { address } });
  const params = { id: String(id) };
  const { token } = await admin.call(getEdgeToken, { params });
  const { secret, ca: fingerprint } = readToken(token);
  const log = { warn: () => undefined } as never;
  const cores = await acceptCores({ host: '127.0.0.1', port: linkPort, fingerprint, log });
  made.defer(() => cores.stop());
  const nextCore = async () => {
    const core = await cores.next(stopping.signal);
    if (!core) throw new Error('the test has ended');
    return core;
  };
  const core = await nextCore();
  const link = openLinkOver(core);
  made.defer(link.close);
  const join = { secret, hostname: 'edge-1', edgeVersion: '1.2.3', replacedCredential: '' };
  const { credential } = await link.edge.join(join);
  const all = made.move();
  return {
    ...{ id, params, token, address, credential, nextCore },
    open: ({ credential: shown = credential, hello = greeting } = {}) => openStream(link, { credential: shown, hello }),
    async joinAsGateway(gatewaySecret) {
      const fields = { locationId: 1, name: '', hostname: 'x', agentVersion: '1', replacedCredential: '' };
      return codeOf(link.gateway.join({ secret: gatewaySecret, ...fields }));
    },
    async requestHttp(method, path) {
      const stream = await link.session.request(method, path, { 'content-type': 'application/json' }, {});
      stream.on('error', () => undefined);
      stream.resume();
      stream.end('{}');
      const [headers] = (await once(stream, 'response')) as [Record<string, unknown>];
      return Number(headers[':status']);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** Calls over a connection of core, with its one HTTP/2 session. */
export function openLinkOver({ endpoint, ca }: AcceptedCore) {
  const session = createCoreSession({ endpoint, ca, pingInterval: 600_000, pingTimeout: 600_000 });
  const transport = createGrpcTransport({ baseUrl: session.authority, sessionManager: session });
  return {
    session,
    edge: createClient(EdgeService, transport),
    gateway: createClient(GatewayService, transport),
    close: () => session.abort(new Error('the test closed the connection')),
  };
}

const toRequest = (message: Message) => create(ServeRequestSchema, { message });

const greeting: Message = {
  case: 'hello',
  value: { edgeVersion: '1.2.3', hostname: 'edge-1', protocolVersion: 1 },
};

/** The code with which a call failed. @throws Error if it did not */
async function codeOf(call: Promise<unknown>): Promise<Code> {
  return call.then(
    () => {
      throw new Error('the call succeeded');
    },
    (error: unknown) => ConnectError.from(error).code,
  );
}

export function openStream(
  link: ReturnType<typeof openLinkOver>,
  { credential, hello = greeting }: { credential: string; hello?: Message },
): HostileStream {
  const outbox = createOutbox<ServeRequest>();
  const responses: ServeResponse[] = [];
  const waiting = new Set<() => void>();
  const stopping = new AbortController();
  const headers = { authorization: `Bearer ${credential}` };
  const ended = Promise.withResolvers<Code | undefined>();
  outbox.push(toRequest(hello));
  const read = async () => {
    for await (const response of link.edge.serve(outbox, { headers, signal: stopping.signal })) {
      responses.push(response);
      for (const check of waiting) check();
    }
    return undefined;
  };
  read().then(ended.resolve, (error: unknown) => ended.resolve(ConnectError.from(error).code));
  let lastId = 0;
  async function until(condition: () => boolean): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const check = () => condition() && resolve();
    waiting.add(check);
    check();
    await Promise.race([promise, ended.promise.then((code) => Promise.reject(new Error(`the stream ended: ${code}`)))]);
    waiting.delete(check);
  }
  return {
    responses,
    ended: ended.promise,
    until,
    send: (message) => outbox.push(toRequest(message)),
    async call(call) {
      lastId += 1;
      const id = lastId;
      const body = new TextEncoder().encode('{}');
      outbox.push(
        toRequest({ case: 'call', value: { id, path: '/', body, ip: '', userAgent: '', ifNoneMatch: '', ...call } }),
      );
      const find = () =>
        responses.map(({ message }) => message).find((each) => each.case === 'answer' && each.value.id === id);
      await until(() => find() !== undefined);
      const found = find();
      if (found?.case !== 'answer') throw new Error('no answer');
      const { status, body: answered } = found.value;
      return { status, body: answered && JSON.parse(new TextDecoder().decode(answered)) };
    },
    close: () => stopping.abort(),
  };
}

export const json = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
