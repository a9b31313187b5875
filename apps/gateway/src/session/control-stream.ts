import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  Capability,
  type ControlRequest,
  ControlRequestSchema,
  type ControlResponse,
  Forwarding,
  type GatewayService,
  WireguardBackend,
} from '@gatewarden/contract/gateway/v1';
import type { Clock } from '@gatewarden/link/clock';
import type { CoreLink } from '@gatewarden/link/core-link';
import { sendHeartbeats } from '@gatewarden/link/heartbeat';
import { createOutbox, type Outbox } from '@gatewarden/link/outbox';
import type { OnCoreAddresses, StreamEnd } from '@gatewarden/link/stay-connected';
import type { Secret } from '@gatewarden/process/secret';
import type { Logger } from 'pino';
import type { RuleHits } from '../ports/firewall.ts';
import type { Backend, PeerTraffic } from '../ports/wireguard.ts';
import type { ForwardingCheck, ForwardingReport } from '../report/forwarding-check.ts';
import { createReportSplitter } from '../report/report-splitter.ts';
import { createTrafficReporter, type TrafficReporter } from '../report/traffic-reporter.ts';
import { capabilities } from './location-state.ts';
import type { Outcome, TunnelController } from './tunnel-controller.ts';

/** Why core no longer accepts this gateway. */
export type GatewayRefusal = 'revoked' | 'location-deleted';

export interface StreamOptions {
  readonly link: CoreLink<typeof GatewayService>;
  readonly credential: Secret;
  readonly controller: TunnelController;
  readonly forwarding: ForwardingCheck;
  readonly hello: {
    readonly agentVersion: string;
    readonly hostname: string;
    readonly backend: Backend;
    /** Whether nftables can be used. */
    readonly enforcesAccess: boolean;
  };
  readonly onCoreAddresses: OnCoreAddresses;
  readonly clock: Clock;
  readonly log: Logger;
  /** Ends the stream. */
  readonly signal: AbortSignal;
}

/** Interval of the retries of an incomplete state: long enough not to disturb working tunnels. */
const retryMilliseconds = 60_000;

/** Raised when the meaning of an existing message changes. */
const protocolVersion = 1;

/** Runs one stream until it ends. A state that is being applied at that time is completed first. */
export async function runControlStream(options: StreamOptions): Promise<StreamEnd<GatewayRefusal>> {
  const { link, credential, controller, clock, log, signal } = options;
  const outbox = createOutbox<ControlRequest>();
  const split = createReportSplitter();
  const ended = new AbortController();
  const reconnecting = new AbortController();
  const reporter = createTrafficReporter({
    read: controller.readTraffic,
    takeHits: controller.takeHits,
    send: (measuredAt, peers, hits) => {
      // an acknowledgement does not wait for a long report
      for (const value of split(measuredAt, peers.map(peerMessage), hits.map(hitsMessage)))
        outbox.pushLowPriority(request({ case: 'traffic', value }));
    },
    clock,
    log,
  });
  const stream: Stream = { outbox, reporter, controller, log, supportsPartial: false };
  let background: Promise<unknown> = Promise.resolve();
  try {
    await link.connect();
    send(outbox, { case: 'hello', value: helloMessage(options) });
    const headers = { authorization: `Bearer ${credential.reveal()}` };
    const untilReconnecting = AbortSignal.any([signal, reconnecting.signal]);
    const responses = link.withAnswerTimeout(link.client.control(outbox, { headers, signal: untilReconnecting }));
    const retry = retryIncomplete(options, stream, ended.signal, reconnecting);
    let reported: ForwardingReport | undefined;
    const sendHeartbeat = async (onlyIfChanged = false) => {
      const report = await options.forwarding.check(controller.families());
      const isSame = report.ipv4 === reported?.ipv4 && report.ipv6 === reported?.ipv6;
      reported = report;
      // core limits messages that answer nothing
      if (!onlyIfChanged || !isSame) send(outbox, { case: 'heartbeat', value: heartbeatMessage(report) });
    };
    const report = async () => {
      reportRestoration(stream);
      await sendHeartbeat();
    };
    background = Promise.all([sendHeartbeats(report, clock, ended.signal), reporter.run(ended.signal), retry]);
    await sendHeartbeat();
    for await (const response of responses) {
      const { message } = response;
      if (message.case === 'coreAddresses') await options.onCoreAddresses(message.value.addresses);
      const reason = reportOutcome(stream, await handle(response, stream));
      if (reason !== undefined) return { kind: 'lost', reason };
      if (message.case === 'full' || message.case === 'change') await sendHeartbeat(true);
    }
    return { kind: 'lost', reason: 'core ended the connection' };
  } catch (error) {
    return reconnecting.signal.aborted
      ? { kind: 'lost', reason: stateReplaced }
      : toStreamEnd(ConnectError.from(error));
  } finally {
    ended.abort();
    outbox.close();
    await background;
  }
}

interface Stream {
  readonly outbox: Outbox<ControlRequest>;
  readonly reporter: TrafficReporter;
  readonly controller: TunnelController;
  readonly log: Logger;
  /** Core has sent a Welcome message, so it supports partially applied states. */
  supportsPartial: boolean;
}

const stateReplaced = 'the applied state has changed; the next stream reports it to core';

/** Retries an incomplete state and reports the result; ends the stream if core expects another state here. */
async function retryIncomplete(
  { controller, clock }: StreamOptions,
  stream: Stream,
  ended: AbortSignal,
  reconnecting: AbortController,
) {
  for (;;) {
    await clock.sleep(retryMilliseconds, ended);
    if (ended.aborted) return;
    const { version } = controller.currentState();
    const outcome = await controller.retry();
    if (outcome?.version === version && stream.supportsPartial) reportOutcome(stream, outcome);
    else if (outcome) reconnecting.abort();
  }
}

type Message = Exclude<MessageInitShape<typeof ControlRequestSchema>, ControlRequest>['message'];

function send(outbox: Outbox<ControlRequest>, message: NonNullable<Message>): void {
  outbox.push(request(message));
}

function request(message: NonNullable<Message>): ControlRequest {
  return create(ControlRequestSchema, { message });
}

/** Undefined for a message without a state. */
async function handle({ message }: ControlResponse, stream: Stream): Promise<Outcome | undefined> {
  const { controller, reporter, outbox } = stream;
  switch (message.case) {
    case 'full':
      return controller.receiveFull(message.value);
    case 'change':
      return controller.receiveChange(message.value);
    case 'welcome':
      stream.supportsPartial = true;
      return undefined;
    case 'reportEvery':
      reporter.setReportInterval(message.value.seconds);
      return undefined;
    case 'reportContent':
      send(outbox, { case: 'content', value: contentMessage(await controller.readContent()) });
      return undefined;
    // A later version of core may send messages that this agent does not know.
    case 'coreAddresses':
    case undefined:
      return undefined;
  }
}

/** Sends the outcome to core. Returns the reason if the stream must end. */
function reportOutcome({ outbox, log, supportsPartial }: Stream, outcome: Outcome | undefined): string | undefined {
  if (!outcome) return undefined;
  const { kind, version } = outcome;
  const facts = { version: `${version}` };
  if (kind === 'out-of-step') return 'core sent a change of another state';
  if (kind === 'rejected') {
    log.error({ ...facts, reason: outcome.reason }, 'state rejected');
    send(outbox, { case: 'rejected', value: { version, reason: outcome.reason } });
    return undefined;
  }
  const { problems } = outcome;
  if (problems.length > 0) log.error({ ...facts, problems }, 'state partially applied');
  else log.info(facts, 'state applied');
  if (supportsPartial || problems.length === 0) {
    send(outbox, { case: 'applied', value: appliedMessage(outcome) });
    return undefined;
  }
  // an older core would regard the state as completely applied
  send(outbox, { case: 'rejected', value: { version, reason: problems.join(' ') } });
  return stateReplaced;
}

/** A core that does not support partial states has no access control, so it gets no report. */
function reportRestoration(stream: Stream): void {
  const restoration = stream.controller.takeRestoration();
  const isCurrent = restoration?.version === stream.controller.currentState().version;
  if (isCurrent && stream.supportsPartial) reportOutcome(stream, restoration);
}

const maxProblems = 20;
const maxNamedKeys = 10;

function appliedMessage(outcome: Extract<Outcome, { kind: 'applied' }>) {
  const { version, id, problems, correction, isFirewallRestored } = outcome;
  const removed = correction?.removedKeys ?? [];
  const upserted = correction?.upserted.map(({ publicKey }) => publicKey) ?? [];
  return {
    version,
    stateId: Buffer.from(id, 'hex'),
    problems: problems.slice(0, maxProblems),
    ...(correction && {
      correction: {
        settings: Object.keys(correction.settings).length > 0,
        removedPeers: removed.length,
        upsertedPeers: upserted.length,
        firewall: isFirewallRestored === true,
        firstKeys: [...removed, ...upserted].slice(0, maxNamedKeys).map((key) => Buffer.from(key, 'base64')),
      },
    }),
  };
}

function contentMessage({ version, id, digest }: Awaited<ReturnType<TunnelController['readContent']>>) {
  return { version, stateId: Buffer.from(id, 'hex'), ...(digest && { digest }) };
}

function helloMessage({ hello, controller }: StreamOptions) {
  const { version, id, historyMark } = controller.currentState();
  return {
    ...hello,
    backend: hello.backend === 'kernel' ? WireguardBackend.KERNEL : WireguardBackend.USERSPACE,
    heldVersion: version,
    heldStateId: Buffer.from(id, 'hex'),
    historyMark: Buffer.from(historyMark, 'hex'),
    protocolVersion,
    capabilities: hello.enforcesAccess ? [...capabilities, Capability.FIREWALL, Capability.NAT] : [...capabilities],
  };
}

function heartbeatMessage({ ipv4, ipv6 }: ForwardingReport) {
  return { forwardingIpv4: toForwarding(ipv4), forwardingIpv6: toForwarding(ipv6) };
}

function toForwarding(isOn: boolean | undefined): Forwarding {
  if (isOn === undefined) return Forwarding.UNSPECIFIED;
  return isOn ? Forwarding.ON : Forwarding.OFF;
}

function peerMessage({ publicKey, ...traffic }: PeerTraffic) {
  return { ...traffic, publicKey: Buffer.from(publicKey, 'base64') };
}

function hitsMessage({ rule, packets, bytes }: RuleHits) {
  return { ruleId: BigInt(rule), packets: BigInt(packets), bytes: BigInt(bytes) };
}

function toStreamEnd({ code, rawMessage }: ConnectError): StreamEnd<GatewayRefusal> {
  if (code === Code.Unauthenticated) return { kind: 'refused', refusal: 'revoked' };
  if (code === Code.NotFound) return { kind: 'refused', refusal: 'location-deleted' };
  return { kind: 'lost', reason: rawMessage };
}
