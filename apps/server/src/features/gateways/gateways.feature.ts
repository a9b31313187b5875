import type { TrafficReport } from '@gatewarden/contract/gateway/v1';
import { maxFamiliarNetworks } from '../../platform/connections/familiar-networks.ts';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import { createFailureLimit } from '../../platform/grpc/limit-failures.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import type { History } from '../history/index.ts';
import type { LocationsService } from '../locations/index.ts';
import { createAdmission } from './admission.ts';
import { coreServerName, createAuthority } from './authority.ts';
import { createConfirmations } from './confirmations.ts';
import { createDesiredState } from './desired-state.ts';
import { forgetRemovedPeers } from './forget-removed-peers.job.ts';
import { createGatewayLog } from './gateway-log.ts';
import { gatewayEvents } from './gateways.events.ts';
import { addGatewaysCalls } from './gateways.grpc.ts';
import { countDrifted } from './gateways.queries.ts';
import { addGatewaysRoutes } from './gateways.routes.ts';
import { createGatewaysService } from './gateways.service.ts';
import { keepStateCurrent } from './keep-state-current.ts';
import { logOmittedGatewayEntries } from './log-omitted-entries.job.ts';
import { noteLostGateways } from './note-lost-gateways.job.ts';
import { listAddresses } from './presence.queries.ts';
import { createRefusals } from './refusals.ts';
import { renewOnRestore } from './renew-on-restore.ts';
import { createReplicas, replicaTimings } from './replicas.ts';
import { createStateFeed } from './state-feed.ts';
import { createStreams } from './streams.ts';

interface Dependencies {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly events: Events;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly log: Log;
  /** `grpcUrl` is filled in once the port is known. */
  readonly address: { readonly grpcUrl: string; readonly replicaUrl?: string | undefined };
  readonly locations: Pick<LocationsService, 'privateKeyOf'>;
  readonly history: Pick<History, 'markOf' | 'check'>;
  readonly traffic: {
    readonly record: (locationId: number, gatewayId: string, report: TrafficReport) => Promise<void>;
    /** Calls back with the seconds between the reports of gateways from now on. */
    readonly onReportInterval: (setSeconds: (seconds: number) => void) => void;
  };
}

/** A gateway that was off for some weeks is still known. */
const addressMilliseconds = 30 * 24 * 3_600_000;

/** Gateways of all locations: what they should run, who they are, and their streams to this core. */
export function createGateways({ locations, traffic, ...platform }: Dependencies) {
  const { db, events, clock } = platform;
  const log = platform.log.child({ part: 'gateways' });
  const dependencies = { ...platform, privateKeyOf: locations.privateKeyOf, onTraffic: traffic.record };
  const authority = createAuthority(dependencies);
  const state = createDesiredState(dependencies);
  keepStateCurrent(events, state);
  renewOnRestore(events, state);
  const keepRefusal = createRefusals(dependencies);
  const gatewayLog = createGatewayLog(dependencies);
  const failures = createFailureLimit(clock);
  const admission = createAdmission({ db, events, clock, failures, keepRefusal });
  const feed = createStateFeed(dependencies);
  const replicas = createReplicas({ ...dependencies, gatewayLog, log }, replicaTimings);
  const streams = createStreams({ ...dependencies, gatewayLog, feed, replicas, log });
  traffic.onReportInterval(streams.setReportInterval);
  const gateways = createGatewaysService({ ...dependencies, authority, state, replicas });
  const feature: Feature = {
    name: 'gateways',
    addRoutes: (router) => addGatewaysRoutes(router, gateways),
    addGrpcCalls: (router) => addGatewaysCalls(router, { admission, streams, replicas, log }),
    jobs: [forgetRemovedPeers, noteLostGateways(events), logOmittedGatewayEntries(events)],
    events: gatewayEvents,
    notices: {
      async gateway_drift() {
        const { count, since } = await countDrifted(db);
        return count > 0 ? { since, details: { count } } : undefined;
      },
    },
    // before gateways can connect to this core
    start: replicas.register,
    async serve() {
      replicas.start();
      return undefined;
    },
    async stop() {
      await streams.stop();
      await replicas.stop();
    },
  };
  return {
    confirmations: createConfirmations({ clock }),
    /** For the listener that gateways connect to. */
    listener: {
      serverName: coreServerName,
      serverCertificate: authority.serverCertificate,
      onInvalidCall: failures.count,
      onDistrust: (ip: string) => keepRefusal({ reason: 'authority_refused', ip }),
      listAddresses: () =>
        listAddresses(db, { since: new Date(clock.now().getTime() - addressMilliseconds), limit: maxFamiliarNetworks }),
    },
    feature,
  };
}
