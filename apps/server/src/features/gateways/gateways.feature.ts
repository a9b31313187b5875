import type { TrafficReport } from '@gatewarden/contract/gateway/v1';
import type { Signer } from '../../platform/crypto/signer.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { History } from '../history/index.ts';
import type { Links } from '../links/index.ts';
import type { LocationsService } from '../locations/index.ts';
import {
  hasConnectedGateway,
  listDisconnected,
  listLocationsWithoutGateway,
  listNotForwarding,
} from './attention.queries.ts';
import { createConfirmations } from './confirmations.ts';
import { createDesiredState } from './desired-state.ts';
import { createFirewallCompiler } from './firewall-compiler.ts';
import { type ActiveRules, createFirewallState } from './firewall-state.ts';
import { createGatewayKind } from './gateway-kind.ts';
import { createGatewayLog } from './gateway-log.ts';
import { createGatewayStreams } from './gateway-streams.ts';
import { gatewayEvents } from './gateways.events.ts';
import { addGatewaysCalls } from './gateways.grpc.ts';
import { gatewayMetrics } from './gateways.metrics.ts';
import { countDrifted } from './gateways.queries.ts';
import { addGatewaysRoutes } from './gateways.routes.ts';
import { createGatewaysService } from './gateways.service.ts';
import { readOfferedPackage } from './installation/offered-package.ts';
import { addPackageDownloads } from './installation/package-downloads.ts';
import { logOmittedGatewayEntries } from './log-omitted-entries.job.ts';
import { purgeRemovedPeers } from './purge-removed-peers.job.ts';
import { recomputeStateOnChanges } from './recompute-state-on-changes.ts';
import { renewOnRestore } from './renew-on-restore.ts';
import { createStateFeed } from './state-feed.ts';

interface Dependencies {
  readonly db: Database;
  readonly links: Pick<Links, 'addKind'>;
  readonly notifications: Notifications;
  readonly events: Events;
  readonly clock: Clock;
  readonly log: Log;
  /** For the preshared keys of devices. */
  readonly signer: Signer;
  readonly locations: Pick<LocationsService, 'readPrivateKey'>;
  readonly rules: ActiveRules;
  readonly history: Pick<History, 'issueMark' | 'check'>;
  readonly traffic: {
    readonly record: (locationId: number, gatewayId: string, report: TrafficReport) => Promise<void>;
    /** Calls the listener with the interval in seconds at which gateways report from now on. */
    readonly onReportInterval: (listener: (seconds: number) => void) => void;
  };
}

/** The packages that core was installed with, or that `npm run package` built. */
const packageFolder = new URL('../../../../../dist/', import.meta.url);

/** The gateways of all locations: what they should run, and what they report. */
export function createGateways({ locations, rules, traffic, ...platform }: Dependencies) {
  const { db, events, clock } = platform;
  const log = platform.log.child({ part: 'gateways' });
  const dependencies = { ...platform, log, readPrivateKey: locations.readPrivateKey, onTraffic: traffic.record };
  const firewall = createFirewallState({ activeRules: rules, compile: createFirewallCompiler() });
  const state = createDesiredState({ clock, firewall });
  recomputeStateOnChanges(events, state);
  renewOnRestore(events, state);
  const gatewayLog = createGatewayLog(dependencies);
  const links = platform.links.addKind(createGatewayKind({ events, gatewayLog }));
  const feed = createStateFeed(dependencies);
  const streams = createGatewayStreams({ ...dependencies, gatewayLog, feed });
  traffic.onReportInterval(streams.setReportInterval);
  const gateways = createGatewaysService({ db, events, clock, links, state });
  const offered = readOfferedPackage(packageFolder);
  const feature: Feature = {
    name: 'gateways',
    addRoutes: (router) => addGatewaysRoutes(router, { gateways, offered }),
    addHttpScope: (app) => addPackageDownloads(app, { folder: packageFolder, offered }),
    addGrpcCalls: (router) => addGatewaysCalls(router, { db, links, streams }),
    jobs: [purgeRemovedPeers, logOmittedGatewayEntries(events)],
    events: gatewayEvents,
    metrics: gatewayMetrics({ db, clock }),
    notices: {
      async gateway_drift() {
        const { count, since } = await countDrifted(db);
        return count > 0 ? { since, details: { count } } : undefined;
      },
    },
    attention: {
      gateway_down: () => listDisconnected(db, clock.now()),
      forwarding_off: () => listNotForwarding(db, clock.now()),
      location_without_gateway: () => listLocationsWithoutGateway(db),
    },
    checklist: { gateway: () => hasConnectedGateway(db) },
  };
  return {
    listAll: gateways.listAll,
    confirmations: createConfirmations({ clock }),
    /** Records a client that rejected core's certificate. Its kind is unknown; it counts as a gateway. */
    recordRejectedCertificate: (ip: string) => links.recordRefusal({ reason: 'authority_refused', ip }),
    feature,
  };
}
