import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  type ControlRequest,
  ControlRequestSchema,
  type ControlResponse,
  WireguardBackend,
} from '@gatewarden/contract/gateway/v1';
import type { Logger } from 'pino';
import { createOutbox, type Outbox } from '../platform/outbox.ts';
import type { Secret } from '../platform/secret.ts';
import type { Clock } from '../ports/clock.ts';
import type { Backend, PeerTraffic } from '../ports/wireguard.ts';
import { createTrafficReporter, type TrafficReporter } from '../report/traffic-reporter.ts';
import type { CoreLink } from './core-link.ts';
import type { Outcome, TunnelKeeper } from './tunnel-keeper.ts';

/**
 * How a stream ended.
 * - `lost`: worth another try.
 * - `revoked`, `location-deleted`: core does not want this gateway any more.
 */
export type StreamEnd =
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'revoked' }
  | { readonly kind: 'location-deleted' };

export interface StreamOptions {
  readonly link: CoreLink;
  readonly credential: Secret;
  readonly keeper: TunnelKeeper;
  readonly hello: { readonly agentVersion: string; readonly hostname: string; readonly backend: Backend };
  readonly clock: Clock;
  readonly log: Logger;
  /** Ends the stream from this side. */
  readonly signal: AbortSignal;
}

/** Core takes a gateway for silent when it hears nothing for a few times as long. */
const heartbeatMilliseconds = 10_000;

/** A state that was rejected gets another chance so often: long enough not to trouble the tunnels that are up. */
const retryMilliseconds = 60_000;

/** Holds one stream until it ends, whatever ends it. A state that is being applied then is brought to its end first. */
export async function runControlStream(options: StreamOptions): Promise<StreamEnd> {
  const { link, credential, keeper, clock, log, signal } = options;
  const outbox = createOutbox<ControlRequest>();
  const ended = new AbortController();
  const leaving = new AbortController();
  const reporter = createTrafficReporter({
    read: keeper.readTraffic,
    send: (measuredAt, peers) => send(outbox, { case: 'traffic', value: trafficReport(measuredAt, peers) }),
    clock,
    log,
  });
  let background: Promise<unknown> = Promise.resolve();
  try {
    await link.connect();
    send(outbox, { case: 'hello', value: helloMessage(options) });
    const headers = { authorization: `Bearer ${credential.reveal()}` };
    const responses = link.client.control(outbox, { headers, signal: AbortSignal.any([signal, leaving.signal]) });
    const retry = retryRejected(options, ended.signal, leaving);
    background = Promise.all([beat(outbox, clock, ended.signal), reporter.run(ended.signal), retry]);
    for await (const response of responses) {
      const before = keeper.version();
      const outcome = await handle(response, keeper, reporter);
      if (outcome) answer(outbox, outcome, log);
      if (outcome?.kind === 'out-of-step') return { kind: 'lost', reason: 'core sent a change of another version' };
      if (outcome?.kind === 'rejected' && keeper.version() !== before) {
        return { kind: 'lost', reason: 'the former state could not be put back' };
      }
    }
    return { kind: 'lost', reason: 'core ended the connection' };
  } catch (error) {
    return leaving.signal.aborted ? { kind: 'lost', reason: nowInForce } : endOf(ConnectError.from(error));
  } finally {
    ended.abort();
    outbox.close();
    await background;
  }
}

const nowInForce = 'a state that was rejected is in force now, which core learns at the next greeting';

/** Leaves the stream as soon as a rejected state could be applied after all. */
async function retryRejected({ keeper, clock }: StreamOptions, ended: AbortSignal, leaving: AbortController) {
  for (;;) {
    await clock.sleep(retryMilliseconds, ended);
    if (ended.aborted) return;
    if (await keeper.retryRejected()) leaving.abort();
  }
}

type Message = Exclude<MessageInitShape<typeof ControlRequestSchema>, ControlRequest>['message'];

function send(outbox: Outbox<ControlRequest>, message: NonNullable<Message>): void {
  outbox.push(create(ControlRequestSchema, { message }));
}

async function beat(outbox: Outbox<ControlRequest>, clock: Clock, signal: AbortSignal): Promise<void> {
  for (;;) {
    await clock.sleep(heartbeatMilliseconds, signal);
    if (signal.aborted) return;
    send(outbox, { case: 'heartbeat', value: {} });
  }
}

/** Undefined for a message that asks for no state. */
async function handle(
  { message }: ControlResponse,
  keeper: TunnelKeeper,
  reporter: TrafficReporter,
): Promise<Outcome | undefined> {
  switch (message.case) {
    case 'full':
      return keeper.takeFull(message.value);
    case 'change':
      return keeper.takeChange(message.value);
    case 'reportEvery':
      reporter.setEvery(message.value.seconds);
      return undefined;
    // A later core may say what this agent does not know.
    case 'welcome':
    case 'reportContent':
    case undefined:
      return undefined;
  }
}

function answer(outbox: Outbox<ControlRequest>, outcome: Outcome, log: Logger): void {
  const { kind, version } = outcome;
  const facts = { version: `${version}` };
  if (kind === 'applied') {
    log.info(facts, 'state in force');
    send(outbox, { case: 'applied', value: { version } });
  } else if (kind === 'rejected') {
    log.error({ ...facts, reason: outcome.reason }, 'state rejected; the former one stays in force');
    send(outbox, { case: 'rejected', value: { version, reason: outcome.reason } });
  }
}

function helloMessage({ hello, keeper }: StreamOptions) {
  const backend = hello.backend === 'kernel' ? WireguardBackend.KERNEL : WireguardBackend.USERSPACE;
  return { ...hello, backend, heldVersion: keeper.version() };
}

function trafficReport(measuredAt: Date, peers: readonly PeerTraffic[]) {
  return {
    measuredAt: timestampFromDate(measuredAt),
    peers: peers.map(({ publicKey, ...traffic }) => ({ ...traffic, publicKey: Buffer.from(publicKey, 'base64') })),
  };
}

function endOf({ code, rawMessage }: ConnectError): StreamEnd {
  if (code === Code.Unauthenticated) return { kind: 'revoked' };
  if (code === Code.NotFound) return { kind: 'location-deleted' };
  return { kind: 'lost', reason: rawMessage };
}
