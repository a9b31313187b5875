import { maxKnownNetworks } from '@gatewarden/listener/connections/known-networks';
import type { Origin } from '../../platform/actor.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { Notifications } from '../../platform/database/notifications.ts';
import type { Events } from '../../platform/events/events.ts';
import { createFailureLimit } from '../../platform/grpc/failure-limit.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature } from '../feature.ts';
import { createAdmission } from './admission.ts';
import { type Authority, coreServerName, createAuthority } from './authority.ts';
import { findExpiringCertificate, type LinkCertificate, listCertificates } from './certificate-attention.ts';
import type { Component, ComponentKind } from './component.ts';
import { type ComponentCalls, createComponentCalls } from './component-calls.ts';
import { createComponentKinds } from './component-kinds.ts';
import { type ComponentState, lockComponent } from './components.queries.ts';
import { createJoinTokens, type JoinTokens, replaceSecretsOnRestore } from './join-tokens.ts';
import { markStaleComponents } from './mark-stale-components.job.ts';
import { listAddresses } from './presence.queries.ts';
import { listRefusals, type RefusalRow } from './refusals.queries.ts';
import { type Attempt, createRefusals } from './refusals.ts';
import { createReplicas, type Replicas, replicaTimings } from './replicas.ts';
import { createRevocation } from './revocation.ts';
import { createStreams } from './streams.ts';

/** Connections of components of every kind: how they join, authenticate and stay connected. */
export interface Links {
  /** Call once for each kind, before components can connect. */
  addKind(kind: ComponentKind): KindLinks;
  /** For the listener that components connect to. */
  readonly listener: {
    readonly serverName: string;
    readonly serverCertificate: Authority['serverCertificate'];
    /** Counts a call that was not a valid request as a failure of its address. */
    readonly onInvalidCall: (address: string) => void;
    /**
     * Addresses from which components in service last connected to any replica within 30 days, most recent first. At
     * most as many as core prefers under load.
     */
    readonly listAddresses: () => Promise<string[]>;
  };
  /** See `Replicas`. */
  readonly listReplicasWithOtherKey: () => Promise<string[]>;
  readonly listReplicas: Replicas['list'];
  /** What core presents to components, and the authority that issued it. */
  readonly listCertificates: () => Promise<LinkCertificate[]>;
  readonly feature: Feature;
}

/** The links of one kind. */
export interface KindLinks extends ComponentCalls {
  readonly tokens: KindTokens;
  /** Undefined if it does not exist, was removed, or belongs to another location. Locked until the transaction ends. */
  lock(tx: Tx, locationId: number | null, id: string): Promise<ComponentState | undefined>;
  /** Invalidates its credential and ends its stream on every replica. */
  revoke(tx: Tx, component: Component, origin: Origin): Promise<void>;
  /** As `revoke`, and the component is no longer listed. */
  remove(tx: Tx, component: Component, origin: Origin): Promise<void>;
  recordRefusal(attempt: Attempt): Promise<void>;
  /** Refusals of the location and those without a known location, newest first. */
  listRefusals(locationId: number): Promise<RefusalRow[]>;
}

/** As `JoinTokens`, for one kind. */
export interface KindTokens extends Pick<JoinTokens, 'buildToken' | 'buildTokenOfListener'> {
  ensureSecret(tx: Tx, locationId: number | null): Promise<string>;
  replaceSecret(tx: Tx, locationId: number | null): Promise<string>;
}

interface Dependencies {
  readonly db: Database;
  readonly notifications: Notifications;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly instanceKeyId: Buffer;
  readonly clock: Clock;
  readonly log: Log;
  /** Of this core. */
  readonly version: string;
  /** `grpcUrl` is filled in once the port is known. */
  readonly address: { readonly grpcUrl: string; readonly replicaUrl?: string | undefined };
}

/** A component that was off for some weeks is still recognized. */
const addressMilliseconds = 30 * 24 * 3_600_000;

export function createLinks(dependencies: Dependencies): Links {
  const { db, events, clock } = dependencies;
  const log = dependencies.log.child({ part: 'links' });
  const kinds = createComponentKinds();
  const authority = createAuthority(dependencies);
  const replicas = createReplicas({ ...dependencies, kinds, log }, replicaTimings);
  const tokens = createJoinTokens({ ...dependencies, authority, replicas });
  replaceSecretsOnRestore(events, tokens);
  const { revoke, remove } = createRevocation(clock);
  const recordRefusal = createRefusals(dependencies);
  const failures = createFailureLimit(clock);
  const admission = createAdmission({ db, clock, failures, recordRefusal, removeComponent: remove });
  const streams = createStreams({ ...dependencies, replicas, log });
  return {
    addKind(kind) {
      kinds.add(kind);
      const scopeOf = (locationId: number | null) => ({ kind: kind.name, locationId });
      return {
        ...createComponentCalls(kind, { admission, streams, replicas, log }),
        tokens: {
          buildToken: tokens.buildToken,
          buildTokenOfListener: tokens.buildTokenOfListener,
          ensureSecret: (tx, locationId) => tokens.ensureSecret(tx, scopeOf(locationId)),
          replaceSecret: (tx, locationId) => tokens.replaceSecret(tx, scopeOf(locationId)),
        },
        lock: (tx, locationId, id) => lockComponent(tx, scopeOf(locationId), id),
        revoke: (tx, component, origin) => revoke(tx, kind, component, origin),
        remove: (tx, component, origin) => remove(tx, kind, component, origin),
        recordRefusal: (attempt) => recordRefusal(kind, attempt),
        listRefusals: (locationId) => listRefusals(db, kind.name, locationId),
      };
    },
    listener: {
      serverName: coreServerName,
      serverCertificate: authority.serverCertificate,
      onInvalidCall: failures.count,
      listAddresses: () =>
        listAddresses(db, { since: new Date(clock.now().getTime() - addressMilliseconds), limit: maxKnownNetworks }),
    },
    listReplicasWithOtherKey: replicas.listWithOtherKey,
    listReplicas: replicas.list,
    listCertificates: () => listCertificates(authority),
    feature: {
      name: 'links',
      jobs: [markStaleComponents(kinds)],
      attention: { certificate_expires: () => findExpiringCertificate(authority) },
      // before components can connect to this core
      start: replicas.register,
      async serve() {
        replicas.start();
        return undefined;
      },
      async stop() {
        await streams.stop();
        await replicas.stop();
      },
    },
  };
}
