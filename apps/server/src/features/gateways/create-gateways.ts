import type { ConnectRouter } from '@connectrpc/connect';
import type { TrafficReport } from '@gatewarden/contract/gateway/v1';
import { maxFamiliarNetworks } from '../../platform/connections/familiar-networks.ts';
import type { Cipher } from '../../platform/crypto/cipher.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import { createFailureLimit } from '../../platform/grpc/limit-failures.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { History } from '../history/index.ts';
import type { LocationsService } from '../locations/index.ts';
import { createAdmission } from './admission.ts';
import { type Authority, createAuthority } from './authority.ts';
import { type Confirmations, createConfirmations } from './confirmations.ts';
import { createDesiredState } from './desired-state.ts';
import { createGatewayLog } from './gateway-log.ts';
import { addGatewaysCalls } from './gateways.grpc.ts';
import { countDrifted } from './gateways.queries.ts';
import { createGatewaysService, type GatewaysService } from './gateways.service.ts';
import { keepStateCurrent } from './keep-state-current.ts';
import { listAddresses } from './presence.queries.ts';
import { createRefusals, type KeepRefusal } from './refusals.ts';
import { renewOnRestore } from './renew-on-restore.ts';
import { createReplicas, replicaTimings } from './replicas.ts';
import { createStateFeed } from './state-feed.ts';
import { createStreams } from './streams.ts';

export interface Gateways {
  readonly service: GatewaysService;
  readonly serverCertificate: Authority['serverCertificate'];
  readonly keepRefusal: KeepRefusal;
  readonly confirmations: Confirmations;
  addCalls(router: ConnectRouter): void;
  /** Counts a call that was no valid request among the failures of its address. */
  countInvalidCall(address: string): void;
  /**
   * Addresses from which gateways in service connected last, to any replica, in the last 30 days: as many as core
   * remembers, the latest first.
   */
  listAddresses(): Promise<string[]>;
  /** How many seconds gateways of this core leave between traffic reports; 30 unless told otherwise. */
  setReportInterval(seconds: number): void;
  /** Registers this core as a replica. To be called before gateways can connect to it. */
  register(): Promise<void>;
  /** Begins heartbeats. To be called once core's addresses are known. */
  start(): void;
  /** Ends the streams to this core and its registration; resolves when that is written. */
  stop(): Promise<void>;
  /** Gateways whose interface differs from their state; undefined while there are none. */
  findDrift(): Promise<{ readonly since: Date | null; readonly details: { readonly count: number } } | undefined>;
}

interface Dependencies {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly events: Events;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly log: Log;
  /** `grpcUrl` is filled in once the port is known. */
  readonly address: { readonly grpcUrl: string; readonly replicaUrl?: string | undefined };
  readonly privateKeyOf: LocationsService['privateKeyOf'];
  readonly history: Pick<History, 'markOf' | 'check'>;
  readonly onTraffic: (locationId: number, gatewayId: string, report: TrafficReport) => Promise<void>;
}

/** A gateway that was off for some weeks is still known. */
const addressMilliseconds = 30 * 24 * 3_600_000;

/** Gateways of all locations: what they should run, who they are, and their streams to this core. */
export function createGateways(dependencies: Dependencies): Gateways {
  const { db, events, clock } = dependencies;
  const log = dependencies.log.child({ part: 'gateways' });
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
  return {
    service: createGatewaysService({ ...dependencies, authority, state, replicas }),
    serverCertificate: authority.serverCertificate,
    keepRefusal,
    confirmations: createConfirmations({ clock }),
    countInvalidCall: failures.count,
    addCalls: (router) => addGatewaysCalls(router, { admission, streams, replicas, log }),
    listAddresses: () =>
      listAddresses(db, { since: new Date(clock.now().getTime() - addressMilliseconds), limit: maxFamiliarNetworks }),
    setReportInterval: streams.setReportInterval,
    register: replicas.register,
    start: replicas.start,
    async stop() {
      await streams.stop();
      await replicas.stop();
    },
    async findDrift() {
      const { count, since } = await countDrifted(db);
      return count > 0 ? { since, details: { count } } : undefined;
    },
  };
}
