import { randomBytes } from 'node:crypto';
import { createSecureServer, type Http2SecureServer, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import {
  type ControlRequest,
  type ControlResponse,
  ControlResponseSchema,
  GatewayService,
  type JoinRequest,
} from '@gatewarden/contract/gateway/v1';
import { createOutbox } from '@gatewarden/link/outbox';
import type { GatewayToken } from '../src/state-folder/identity.ts';
import type { Authority } from './certificates.ts';
import { createQueue } from './queue.ts';

type Request<Case> = Extract<ControlRequest['message'], { case: Case }>;
type Response = NonNullable<Exclude<MessageInitShape<typeof ControlResponseSchema>, ControlResponse>['message']>;

/** The server side of an agent's stream. */
export interface AgentStream {
  /** Value of the authorization header. */
  readonly authorization: string | null;
  /** The next message of that kind; messages of other kinds are skipped. */
  next<Case extends string>(kind: Case): Promise<Request<Case> extends { value: infer Value } ? Value : never>;
  send(message: Response): void;
  end(code?: Code): void;
}

/** A fake core with real TLS and HTTP/2. */
export interface Core extends AsyncDisposable {
  readonly address: string;
  readonly token: GatewayToken;
  /** The received join requests, in order. */
  readonly joins: JoinRequest[];
  /** For the next requests: undefined accepts them, a code refuses them. */
  refuse: { join?: Code | undefined; control?: Code | undefined };
  /** Whether it sends a Welcome message on the next streams; older versions of core do not. */
  sendsWelcome: boolean;
  nextStream(): Promise<AgentStream>;
  /** Closes all connections and stops listening. */
  stop(): Promise<void>;
  /** Listens again at the same address. */
  start(): Promise<void>;
}

export interface CoreOptions {
  readonly authority: Authority;
  /** Path of a Unix socket instead of a port. */
  readonly path?: string;
  readonly serverName?: string;
  readonly location?: number;
  /** Host in its token instead of 127.0.0.1. */
  readonly host?: string;
  /** The secret of another replica, so that its tokens are accepted here. */
  readonly secret?: string;
}

export async function startCore(options: CoreOptions): Promise<Core> {
  const { authority, path, serverName, location = 7, host = '127.0.0.1' } = options;
  const streams = createQueue<AgentStream>();
  const joins: JoinRequest[] = [];
  const refuse: Core['refuse'] = {};
  const secret = options.secret ?? randomBytes(32).toString('base64url');
  const tls = await authority.issue(serverName);
  let server: RunningServer | undefined;
  let port = 0;

  const routes = (router: ConnectRouter) =>
    router.service(GatewayService, {
      join: (request) => {
        joins.push(request);
        if (refuse.join || request.secret !== secret) throw new ConnectError('no', refuse.join ?? Code.Unauthenticated);
        return { gatewayId: crypto.randomUUID(), credential: `gwg_${joins.length}`, locationName: 'Office' };
      },
      control: (requests, context) => {
        if (refuse.control) throw new ConnectError('no', refuse.control);
        return serveStream(requests, context.requestHeader.get('authorization'), core.sendsWelcome, streams.push);
      },
    });
  const start = async () => {
    server = await listen(createSecureServer(tls, connectNodeAdapter({ routes })), path ?? port);
    port = server.port;
  };
  await start();
  const address = `${host}:${port}`;
  const stop = async () => {
    await server?.close();
    server = undefined;
  };
  const core: Core = {
    address,
    sendsWelcome: true,
    token: { core: address, location, secret, ca: authority.fingerprint },
    joins,
    refuse,
    nextStream: streams.next,
    stop,
    start,
    [Symbol.asyncDispose]: stop,
  };
  return core;
}

async function* serveStream(
  requests: AsyncIterable<ControlRequest>,
  authorization: string | null,
  sendsWelcome: boolean,
  onStream: (stream: AgentStream) => void,
): AsyncGenerator<ControlResponse> {
  const received = createQueue<ControlRequest['message']>();
  const outbox = createOutbox<ControlResponse>();
  const send = (message: Response) => outbox.push(create(ControlResponseSchema, { message }));
  if (sendsWelcome) send({ case: 'welcome', value: { protocolVersion: 1 } });
  let code: Code | undefined;
  // core answers Hello immediately, independent of the state that it sends later
  outbox.push(create(ControlResponseSchema, { message: { case: 'reportEvery', value: { seconds: 30 } } }));
  const read = async () => {
    for await (const { message } of requests) received.push(message);
  };
  read().catch(() => outbox.close());
  onStream({
    authorization,
    next: async (kind) => {
      for (;;) {
        const message = await received.next();
        // biome-ignore lint/suspicious/noExplicitAny: the kind has just been compared, which the compiler cannot follow
        if (message.case === kind) return message.value as any;
      }
    },
    send,
    end: (reason) => {
      code = reason;
      outbox.close();
    },
  });
  yield* outbox;
  if (code !== undefined) throw new ConnectError('no', code);
}

interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

async function listen(server: Http2SecureServer, where: number | string): Promise<RunningServer> {
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  await new Promise<void>((resolve) => {
    if (typeof where === 'string') server.listen(where, resolve);
    else server.listen(where, '127.0.0.1', resolve);
  });
  return {
    port: typeof where === 'string' ? 0 : (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}
