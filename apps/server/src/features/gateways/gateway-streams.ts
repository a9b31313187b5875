import type { ControlRequest, ControlResponse, TrafficReport } from '@gatewarden/contract/gateway/v1';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { History } from '../history/index.ts';
import type { StreamHandler } from '../links/index.ts';
import { protocolVersion } from './capabilities.ts';
import { setConfirmed } from './confirmations.queries.ts';
import type { GatewayLog } from './gateway-log.ts';
import { createGatewayPace } from './gateway-pace.ts';
import { type GatewaySession, openGatewaySession, toResponse } from './gateway-session.ts';
import { setHello } from './gateway-status.queries.ts';
import { createGatewayStatus } from './gateway-status.ts';
import { toGatewaySnapshot } from './gateways.events.ts';
import { locationStateChannel } from './location-state.queries.ts';
import { type GatewayHello, readHello } from './read-requests.ts';
import type { StateFeed } from './state-feed.ts';

/** Handles the streams of gateways to this core. */
export interface GatewayStreams extends StreamHandler<ControlRequest, ControlResponse, GatewayHello> {
  /** Sets how often gateways send traffic reports to this core. */
  setReportInterval(seconds: number): void;
}

interface Dependencies {
  readonly events: Events;
  readonly gatewayLog: GatewayLog;
  readonly notifications: Notifications;
  readonly clock: Clock;
  readonly log: Log;
  readonly feed: StateFeed;
  readonly history: Pick<History, 'check'>;
  readonly onTraffic: (locationId: number, gatewayId: string, report: TrafficReport) => Promise<void>;
}

const defaultReportSeconds = 30;

export function createGatewayStreams(dependencies: Dependencies): GatewayStreams {
  const { gatewayLog, clock, feed, history, onTraffic } = dependencies;
  const sessions = new Set<GatewaySession>();
  let reportSeconds = defaultReportSeconds;
  followState(dependencies, sessions);

  return {
    async readGreeting({ name }, { message }) {
      if (message.case !== 'hello') return undefined;
      const hello = readHello(message.value);
      await history.check(hello.historyMark, name ?? hello.hostname);
      return hello;
    },
    async connected(tx, component, { hello, streamId }) {
      const gateway = toGatewaySnapshot(component);
      await setHello(tx, gateway, { ...hello, at: clock.now() });
      await setConfirmed(tx, gateway.id, hello.held, clock.now());
      await gatewayLog.publish(tx, 'gateway.connected', { gateway, streamId });
    },
    open(stream, component, { held, capabilities }) {
      const gateway = toGatewaySnapshot(component);
      const log = dependencies.log.child({ gateway: gateway.id, location: gateway.location_id });
      const session = openGatewaySession(stream, {
        locationId: gateway.location_id,
        held,
        capabilities,
        reportSeconds,
        feed,
        status: createGatewayStatus({ ...dependencies, stream, log }, gateway),
        onTraffic: (report) => onTraffic(gateway.location_id, gateway.id, report),
        clock,
        log,
      });
      sessions.add(session);
      return {
        ...session,
        async close() {
          sessions.delete(session);
          await session.close();
        },
      };
    },
    welcome: () => toResponse({ case: 'welcome', value: { protocolVersion } }),
    coreAddresses: (addresses) => toResponse({ case: 'coreAddresses', value: { addresses: [...addresses] } }),
    pace: createGatewayPace(() => reportSeconds),
    setReportInterval(seconds) {
      reportSeconds = seconds;
      for (const session of sessions) session.reportEvery(seconds);
    },
  };
}

/** Notifies sessions of new versions as they are committed, and all sessions after notifications may have been lost. */
function followState({ notifications, feed }: Dependencies, sessions: ReadonlySet<GatewaySession>): void {
  notifications.listen(locationStateChannel, (text) => {
    const locationId = Number(text);
    feed.invalidate(locationId);
    for (const session of sessions) if (session.locationId === locationId) session.invalidate();
  });
  notifications.onReconnect(() => {
    feed.invalidate();
    for (const session of sessions) {
      session.invalidate();
      // the database may be a different one now: a standby, or a restored copy
      session.verify();
    }
  });
}
