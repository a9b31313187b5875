import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type ControlRequest,
  ControlRequestSchema,
  type ControlResponse,
  type FullState,
  GatewayService,
  type StateChange,
  WireguardBackend,
} from '@gatewarden/contract/gateway/v1';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { parseJoinToken } from '@gatewarden/contract/join-token';
import { resolveEndpoints } from '@gatewarden/link/core-address';
import { type CoreLink, linkTimings, openCoreLink } from '@gatewarden/link/core-link';
import { fetchCa } from '@gatewarden/link/fetch-ca';
import { createOutbox } from '@gatewarden/link/outbox';
import { createResolveHost } from '@gatewarden/link/system-resolver';
import { createReportSplitter } from '../../apps/gateway/src/report/report-splitter.ts';
import type { BenchInstance } from '../instance.ts';

export interface PeerTraffic {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly receivedBytes: bigint;
  readonly sentBytes: bigint;
  /** Unix seconds. */
  readonly latestHandshake: bigint;
  readonly endpoint: string;
}

/** Uses the protocol like the agent, over TLS, and acknowledges immediately; it has no WireGuard. */
export interface SimulatedGateway extends AsyncDisposable {
  readonly id: string;
  readonly locationId: number;
  /** The first state, with the milliseconds from opening the connection until it was complete. */
  readonly first: Promise<{ readonly state: FullState; readonly milliseconds: number }>;
  /** Calls the listener for each change, after the acknowledgement was sent. */
  onChange(listener: (change: StateChange) => void): void;
  /** Returns the time of measurement of its last part. */
  report(measuredAt: Date, peers: readonly PeerTraffic[]): Date;
}

const heartbeatMilliseconds = 10_000;

/** Joins the location and keeps a stream open until disposed. */
export async function simulateGateway(instance: BenchInstance, locationId: number): Promise<SimulatedGateway> {
  const { token: text } = await instance.admin.call(getGatewayToken, { params: { id: String(locationId) } });
  const parsed = parseJoinToken(text);
  if (parsed.kind === 'invalid') throw new Error(parsed.reason);
  const { core, ca: fingerprint, secret } = parsed.token;
  const [endpoint] = await resolveEndpoints([core], createResolveHost());
  if (!endpoint) throw new Error(`${core} cannot be resolved`);
  const ca = await fetchCa(endpoint, fingerprint, { signal: AbortSignal.timeout(10_000), timeout: 10_000 });
  using joining = openCoreLink(GatewayService, { endpoint, ca, timings: linkTimings });
  const introduction = { name: '', hostname: `bench-${locationId}`, agentVersion: '0.1.0' };
  const { gatewayId, credential } = await joining.client.join({ secret, locationId, ...introduction });
  return openStream({
    gatewayId,
    locationId,
    credential,
    link: openCoreLink(GatewayService, { endpoint, ca, timings: linkTimings }),
  });
}

interface Joined {
  readonly gatewayId: string;
  readonly locationId: number;
  readonly credential: string;
  readonly link: CoreLink<typeof GatewayService>;
}

function openStream({ gatewayId, locationId, credential, link }: Joined): SimulatedGateway {
  const outbox = createOutbox<ControlRequest>();
  const split = createReportSplitter();
  const first = Promise.withResolvers<{ state: FullState; milliseconds: number }>();
  const listeners: ((change: StateChange) => void)[] = [];
  const send = (message: Message) => outbox.push(create(ControlRequestSchema, { message }));
  const startedAt = performance.now();
  const heartbeat = setInterval(() => send({ case: 'heartbeat', value: {} }), heartbeatMilliseconds);

  function handleResponse({ message }: ControlResponse): void {
    if (message.case !== 'full' && message.case !== 'change') return;
    send({ case: 'applied', value: { version: message.value.version } });
    if (message.case === 'full') first.resolve({ state: message.value, milliseconds: performance.now() - startedAt });
    else for (const listener of listeners) listener(message.value);
  }
  async function listen(): Promise<void> {
    send({ case: 'hello', value: { ...greeting, hostname: `bench-${locationId}` } });
    const headers = { authorization: `Bearer ${credential}` };
    for await (const response of link.client.control(outbox, { headers })) handleResponse(response);
  }

  const ended = listen().catch((error: unknown) => first.reject(error));
  return {
    id: gatewayId,
    locationId,
    first: first.promise,
    onChange: (listener) => void listeners.push(listener),
    report(measuredAt, peers) {
      const parts = split(measuredAt, peers, []);
      for (const value of parts) send({ case: 'traffic', value });
      return timestampDate(parts.at(-1)?.measuredAt ?? timestampFromDate(measuredAt));
    },
    async [Symbol.asyncDispose]() {
      clearInterval(heartbeat);
      outbox.close();
      await ended;
      link[Symbol.dispose]();
    },
  };
}

type Message = NonNullable<Exclude<MessageInitShape<typeof ControlRequestSchema>, ControlRequest>['message']>;
const greeting = { agentVersion: '0.1.0', backend: WireguardBackend.KERNEL, heldVersion: 0n };
