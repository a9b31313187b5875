import { create } from '@bufbuild/protobuf';
import { type StringValue, StringValueSchema } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openCoreTransport } from '../../../test/core-transport.ts';
import { fetchAuthority, readToken } from '../../../test/gateway-link.ts';
import { probeMethods } from '../../../test/probe-service.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { bySystem } from '../../platform/actor.ts';
import { makeAuthority } from '../../platform/crypto/certificates.ts';
import { inTransaction, openDatabase, openPool } from '../../platform/database/database.ts';
import { startNotifications } from '../../platform/database/notifications.ts';
import { createEvents } from '../../platform/events/events.ts';
import { authenticatedCallOptions, startGrpcServer } from '../../platform/grpc/grpc-server.ts';
import { openSecrets } from '../../platform/secrets/open-secrets.ts';
import { type ComponentKind, createLinks, type Greeting, type StreamHandler } from './index.ts';

/** A kind of component that is independent of gateways. It belongs to the whole instance and echoes messages. */
function createProbe(report: (line: string) => void): ComponentKind & {
  readonly handler: StreamHandler<StringValue, StringValue, Greeting>;
} {
  const say = (value: string) => create(StringValueSchema, { value });
  return {
    ...{ name: 'probe', credentialPrefix: 'gwp_' },
    joined: async (_, { hostname }) => report(`joined ${hostname}`),
    revoked: async (_, { hostname }) => report(`revoked ${hostname}`),
    removed: async (_, { hostname }) => report(`removed ${hostname}`),
    disconnected: async (_, { hostname }) => report(`disconnected ${hostname}`),
    refused: async (_, { reason, component }) => report(`refused ${component?.hostname ?? '–'}: ${reason}`),
    handler: {
      readGreeting: async (_, { value }) =>
        value.startsWith('hello ') ? { hostname: value.slice('hello '.length), version: '1' } : undefined,
      connected: async (_, { hostname }) => report(`connected ${hostname}`),
      open(stream) {
        const waiting: string[] = [];
        return {
          next: async () => (waiting.length > 0 ? say(waiting.shift() ?? '') : undefined),
          async receive({ value }) {
            waiting.push(`echo ${value}`);
            stream.wake();
            await stream.seen();
          },
          close: async () => undefined,
        };
      },
      welcome: () => say('welcome'),
      coreAddresses: (addresses) => say(`cores ${addresses.length}`),
      pace: { reportSeconds: () => 30, reportShare: () => undefined, isAnswered: () => false },
    },
  };
}

/** Two replicas of core that have registered the kind, and what was reported to it. */
async function startReplicas() {
  await using made = new AsyncDisposableStack();
  const database = made.use(await createTestDatabase());
  const reported: string[] = [];
  const startReplica = async () => {
    const log = pino({ level: 'silent' });
    const pool = openPool({ connection: database.connection, maxConnections: 4, onIdleError: () => undefined });
    made.defer(() => pool.end());
    const db = openDatabase(pool);
    const notifications = await startNotifications(database.connection, log);
    made.defer(() => notifications.stop());
    const address = { grpcUrl: '' };
    const { secrets, instanceKeyId } = await openSecrets(db, Buffer.alloc(32, 7));
    const platform = { db, notifications, log, address, secrets, instanceKeyId, version: '1' };
    const links = createLinks({ ...platform, clock: createTestClock(), events: createEvents(notifications, log) });
    const { handler, ...kind } = createProbe((line) => reported.push(line));
    const probes = links.addKind(kind);
    await notifications.listening();
    await links.feature.start?.();
    const { serverName, onInvalidCall, serverCertificate } = links.listener;
    const server = await startGrpcServer({
      ...{ host: '127.0.0.1', port: 0, serverName, onInvalidCall, certificateRejectionMilliseconds: 1 },
      certificate: await serverCertificate(new Date()),
      onCertificateRejected: (ip) => void probes.recordRefusal({ reason: 'authority_refused', ip }),
      routes: (router: ConnectRouter) => {
        router.rpc(probeMethods.join, ({ value }, context) =>
          probes.join(context, {
            read: () => ({
              ...{ secret: value, hostname: 'lab', name: null, version: '1' },
              ...{ locationId: undefined, replacedCredential: undefined },
            }),
            answer: async ({ credential, component }) => ({ value: `${component.id} ${credential}` }),
          }),
        );
        router.rpc(
          probeMethods.stream,
          (requests, context) => probes.stream(handler, requests, context),
          authenticatedCallOptions,
        );
      },
    });
    made.defer(() => server.stop());
    made.defer(async () => links.feature.stop?.());
    address.grpcUrl = `https://127.0.0.1:${server.port}`;
    return { db, probes, core: `127.0.0.1:${server.port}` };
  };
  const replicas = [await startReplica(), await startReplica()] as const;
  const rest = made.move();
  return { replicas, reported, [Symbol.asyncDispose]: () => rest.disposeAsync() };
}

interface Access {
  readonly core: string;
  /** The pinned authority as PEM. */
  readonly ca: string;
}

async function join({ core, ca }: Access, secret: string) {
  const { transport, close } = openCoreTransport(core, ca);
  const answer = await transport.unary(probeMethods.join, undefined, undefined, undefined, { value: secret });
  close();
  const [id = '', credential = ''] = answer.message.value.split(' ');
  return { id, credential };
}

/** A stream that has sent its greeting; `said` resolves to the next message of core, or to how the stream ended. */
function connect({ core, ca }: Access, credential: string) {
  const { transport, close } = openCoreTransport(core, ca);
  const outgoing = new TransformStream<string, string>();
  const writer = outgoing.writable.getWriter();
  async function* messages() {
    for await (const value of outgoing.readable) yield { value };
  }
  const headers = { authorization: `Bearer ${credential}` };
  const answers = transport
    .stream(probeMethods.stream, undefined, undefined, headers, messages())
    .then(({ message }) => message[Symbol.asyncIterator]());
  // not awaited: the write completes when core reads
  const send = (value: string) => void writer.write(value).catch(() => undefined);
  send('hello lab');
  return {
    send,
    async said(): Promise<string | Code | undefined> {
      try {
        const next = await (await answers).next();
        return next.done ? undefined : next.value.value;
      } catch (error) {
        return ConnectError.from(error).code;
      }
    },
    [Symbol.dispose]: close,
  };
}

it('serves a further kind: joins, streams, changes of replicas, refusals and revocation', async () => {
  await using core = await startReplicas();
  const [first, second] = core.replicas;
  const secret = await inTransaction(first.db, (tx) => first.probes.tokens.ensureSecret(tx, null));
  const token = readToken((await first.probes.tokens.buildToken(secret, null, undefined)).token);
  const access = { core: first.core, ca: await fetchAuthority(token) };
  const elsewhere = { ...access, core: second.core };

  await expect(join(access, 'wrong')).rejects.toMatchObject({ code: Code.Unauthenticated });
  const { id, credential } = await join(access, token.secret);
  using stream = connect(access, credential);
  expect([await stream.said(), await stream.said()]).toEqual(['welcome', 'cores 1']);
  stream.send('status');
  expect(await stream.said()).toBe('echo status');

  using newer = connect(elsewhere, credential);
  expect([await newer.said(), await stream.said()]).toEqual(['welcome', undefined]);

  const wrongAuthority = { ...elsewhere, ca: (await makeAuthority('Another')).certificate };
  using rejecting = connect(wrongAuthority, credential);
  expect(await rejecting.said()).toBeTypeOf('number');
  const rejected = 'refused –: authority_refused';
  await expect.poll(() => core.reported).toContain(rejected);

  await inTransaction(first.db, async (tx) => {
    const component = await first.probes.lock(tx, null, id);
    if (component) await first.probes.revoke(tx, component, bySystem);
  });
  let last = await newer.said();
  while (typeof last === 'string') last = await newer.said();
  expect(last).toBe(Code.Unauthenticated);
  using again = connect(access, credential);
  expect(await again.said()).toBe(Code.Unauthenticated);
  // any handshake without a subsequent call counts as a rejection
  expect(core.reported.filter((line) => line !== rejected)).toEqual([
    'refused –: join_token_invalid',
    'joined lab',
    'connected lab',
    'connected lab',
    'revoked lab',
    'refused lab: credential_revoked',
  ]);
});
