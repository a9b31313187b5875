import { randomUUID } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import type { ControlResponse, TrafficReport } from '@gatewarden/contract/gateway/v1';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Committed, Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { History } from '../history/index.ts';
import { setConfirmed } from './awaited.queries.ts';
import { type ControlStream, openControlStream } from './control-stream.ts';
import type { GatewayLog } from './gateway-log.ts';
import { createPaces, type Incoming } from './gateway-pace.ts';
import { type GatewaySafe, gatewaySafe } from './gateways.events.ts';
import { locationStateChannel } from './location-state.queries.ts';
import { type Connecting, setConnected } from './presence.queries.ts';
import type { Replicas } from './replicas.ts';
import type { StateFeed } from './state-feed.ts';
import { createStreamStatus } from './stream-status.ts';

/** What an agent says of itself at the start of a stream, checked, and where it comes from. */
export type Greeting = Pick<
  Connecting,
  'ip' | 'hostname' | 'agentVersion' | 'backend' | 'held' | 'protocolVersion' | 'capabilities'
> & {
  /** As core sent it last; empty when it never did. */
  readonly historyMark: Uint8Array;
};

/** The streams that gateways hold to this core. */
export interface Streams {
  /** Whether the gateway may begin one more now; counts it. */
  mayConnect(gatewayId: string): boolean;
  /**
   * Runs one until the signal is aborted or there is a reason to end it: the answers to the gateway.
   * @throws gateway_credential_invalid, location_not_found
   */
  run(
    gateway: GatewaySafe,
    greeting: Greeting,
    requests: Incoming,
    signal: AbortSignal,
  ): AsyncGenerator<ControlResponse, void, void>;
  /** How often gateways send traffic reports to this core. */
  setReportInterval(seconds: number): void;
  /** Resolves when all have ended and their ends are written. */
  stop(): Promise<void>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly gatewayLog: GatewayLog;
  readonly notifications: Notifications;
  readonly clock: Clock;
  readonly log: Log;
  readonly feed: StateFeed;
  readonly replicas: Pick<Replicas, 'id' | 'addresses' | 'onChange'>;
  readonly history: Pick<History, 'check'>;
  readonly onTraffic: (locationId: number, gatewayId: string, report: TrafficReport) => Promise<void>;
}

const defaultReportSeconds = 30;

export function createStreams(dependencies: Dependencies): Streams {
  const { db, events, gatewayLog, clock, log, feed, replicas, history, onTraffic } = dependencies;
  const open = new Map<ControlStream, Promise<void>>();
  const paceOf = createPaces();
  let reportSeconds = defaultReportSeconds;
  replicas.onChange((addresses) => {
    for (const stream of open.keys()) stream.coreAddresses(addresses);
  });
  followState(dependencies, () => open.keys());
  followGateways(events, () => open.keys());

  async function connect(gateway: GatewaySafe, greeting: Greeting, streamId: string): Promise<GatewaySafe> {
    const current = { ...gatewaySafe(gateway), hostname: greeting.hostname };
    await history.check(greeting.historyMark, current.name ?? current.hostname);
    await inTransaction(db, async (tx) => {
      const isIn = await setConnected(tx, gateway.id, { ...greeting, streamId, coreId: replicas.id, at: clock.now() });
      if (!isIn) throw new DomainError('gateway_credential_invalid');
      await setConfirmed(tx, gateway.id, greeting.held, clock.now());
      await gatewayLog.publish(tx, 'gateway.connected', { gateway: current, streamId });
    });
    return current;
  }

  return {
    mayConnect: (gatewayId) => paceOf(gatewayId).mayConnect(),
    async *run(gateway, greeting, requests, signal) {
      const streamId = randomUUID();
      const pace = paceOf(gateway.id);
      const streamLog = log.child({ gateway: gateway.id, location: gateway.location_id });
      const status = createStreamStatus(
        { db, events, gatewayLog, clock, log: streamLog },
        gatewaySafe(gateway),
        streamId,
      );
      const stream = openControlStream({
        gatewayId: gateway.id,
        locationId: gateway.location_id,
        streamId,
        held: greeting.held,
        capabilities: greeting.capabilities,
        reportSeconds,
        coreAddresses: replicas.addresses(),
        requests: pace.throttle(requests, () => reportSeconds),
        feed,
        status,
        onTraffic: (report) => onTraffic(gateway.location_id, gateway.id, report),
        clock,
        log: streamLog,
      });
      const closed = Promise.withResolvers<void>();
      // before it connects: whatever happens to the gateway from here on reaches the stream
      open.set(stream, closed.promise);
      const abort = () => stream.end(signal.reason as Error);
      signal.addEventListener('abort', abort);
      try {
        await connect(gateway, greeting, streamId);
        streamLog.info({ held: greeting.held }, 'gateway connected');
        if (signal.aborted) abort();
        for await (const response of stream.outgoing()) {
          pace.sent(response);
          yield response;
        }
      } finally {
        stream.end();
        signal.removeEventListener('abort', abort);
        open.delete(stream);
        await status.disconnected();
        streamLog.info('gateway disconnected');
        closed.resolve();
      }
    },
    setReportInterval(seconds) {
      reportSeconds = seconds;
      for (const stream of open.keys()) stream.reportEvery(seconds);
    },
    async stop() {
      const closing = [...open.values()];
      for (const stream of open.keys()) stream.end();
      await Promise.all(closing);
    },
  };
}

/** New versions reach streams as they are committed, and all at once after a time in which they were not heard. */
function followState({ notifications, feed }: Dependencies, streams: () => Iterable<ControlStream>): void {
  notifications.listen(locationStateChannel, (text) => {
    const locationId = Number(text);
    feed.invalidate(locationId);
    for (const stream of streams()) if (stream.locationId === locationId) stream.stateMayHaveChanged();
  });
  notifications.onReconnect(() => {
    feed.invalidate();
    for (const stream of streams()) {
      stream.stateMayHaveChanged();
      // the database may be another one than before: a standby, or a copy that was restored
      stream.verify();
      void stream.check();
    }
  });
}

/** Ends streams of gateways that were revoked or removed, and those that a newer stream of the same gateway replaces. */
function followGateways(events: Events, streams: () => Iterable<ControlStream>): void {
  events.onCommitted((event) => {
    const told = readEvent(event);
    if (!told) return;
    for (const stream of streams()) {
      if (stream.gatewayId !== told.gatewayId) continue;
      if (told.streamId === undefined) stream.end(new DomainError('gateway_credential_invalid'));
      // which of the two is newer the database knows
      else if (told.streamId !== stream.streamId) void stream.check();
    }
  });
}

function readEvent({ type, payload }: Committed): { gatewayId: string; streamId?: string } | undefined {
  switch (type) {
    case 'gateway.revoked':
    case 'gateway.removed':
      return { gatewayId: (payload as { gateway: GatewaySafe }).gateway.id };
    case 'gateway.connected': {
      const { gateway, streamId } = payload as { gateway: GatewaySafe; streamId: string };
      return { gatewayId: gateway.id, streamId };
    }
    default:
      return undefined;
  }
}
