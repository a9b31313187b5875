import { randomUUID } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import { bySystem } from '../../platform/actor.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { FailureLimit } from '../../platform/grpc/failure-limit.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Component, ComponentKind } from './component.ts';
import * as queries from './components.queries.ts';
import { lockJoinSecret } from './join-secrets.queries.ts';
import type { Attempt, RecordRefusal } from './refusals.ts';
import type { RemoveComponent } from './revocation.ts';

/** Validated: each field may be stored and shown. */
export interface Applicant {
  readonly secret: string;
  /** Undefined if the component did not name a location. */
  readonly locationId: number | undefined;
  /** If null, the host name is shown instead. */
  readonly name: string | null;
  readonly hostname: string;
  readonly version: string;
  /** Credential of the component that this one replaces; undefined if it replaces none. */
  readonly replacedCredential: string | undefined;
}

export interface Admitted {
  readonly component: Component;
  readonly credential: string;
}

export interface Admission {
  /**
   * Exchanges a join secret for the credential of a new component. Each call creates another component; credentials of
   * earlier ones remain valid until they are revoked or removed.
   * @throws join_token_invalid, and what the kind throws; rate_limited instead of join_token_invalid if the address has
   * sent too many wrong secrets, and if too many components joined the location within the hour
   */
  join(kind: ComponentKind, applicant: Applicant, ip: string | undefined): Promise<Admitted>;
  /** @throws component_credential_invalid */
  authenticate(kind: ComponentKind, credential: string, ip: string | undefined): Promise<Component>;
}

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly failures: FailureLimit;
  readonly recordRefusal: RecordRefusal;
  readonly removeComponent: RemoveComponent;
}

/**
 * Per location. Limits rows, since those of removed and replaced components remain, and entries of the activity log.
 */
const maxJoinsPerHour = 200;
const hour = 3_600_000;

export function createAdmission({ db, clock, failures, recordRefusal, removeComponent }: Dependencies): Admission {
  /**
   * Counts and records a refused attempt. Attempts beyond the limit of their address are not recorded.
   * @returns whether the limit was already reached
   */
  async function refuse(kind: ComponentKind, attempt: Attempt): Promise<boolean> {
    const address = attempt.ip ?? '';
    if (failures.isReached(address)) return true;
    failures.count(address);
    await recordRefusal(kind, attempt);
    return false;
  }

  /** Prevents that a machine that joins again is listed twice. Does nothing if the credential is not valid. */
  async function removeReplaced(
    tx: Tx,
    kind: ComponentKind,
    credential: string,
    ip: string | undefined,
  ): Promise<void> {
    const replaced = await queries.findCredential(tx, kind.name, hashToken(credential));
    if (replaced && !replaced.ended) await removeComponent(tx, kind, replaced, { ...bySystem, ip });
  }

  async function admit(
    tx: Tx,
    kind: ComponentKind,
    { locationId, ...applicant }: Omit<Applicant, 'locationId'> & { readonly locationId: number | null },
    ip: string | undefined,
  ): Promise<Admitted> {
    const since = new Date(clock.now().getTime() - hour);
    if ((await queries.countJoined(tx, { kind: kind.name, locationId }, since)) >= maxJoinsPerHour) {
      throw new DomainError('rate_limited');
    }
    if (applicant.replacedCredential) await removeReplaced(tx, kind, applicant.replacedCredential, ip);
    const credential = newToken(kind.credentialPrefix);
    const { name, hostname, version } = applicant;
    const component = { id: randomUUID(), location_id: locationId, name, hostname };
    const row = { kind: kind.name, version, credential_hash: hashToken(credential), created_at: clock.now() };
    await queries.insertComponent(tx, { ...component, ...row });
    await kind.joined(tx, component, { ...bySystem, ip });
    return { component, credential };
  }

  /**
   * Looks up the credential before failures are considered, so a correct one is never refused because of other callers
   * at its address (NAT, load balancer). Addresses beyond the limit get one lookup at a time.
   */
  function withLookupLimit<Result>(ip: string | undefined, lookUp: () => Promise<Result>): Promise<Result> {
    const address = ip ?? '';
    return failures.isReached(address) ? failures.runSequentially(address, lookUp) : lookUp();
  }

  return {
    async join(kind, applicant, ip) {
      const { locationId, hostname } = applicant;
      const hash = hashToken(applicant.secret);
      const admitted = await withLookupLimit(ip, () =>
        inTransaction(db, async (tx) => {
          const secret = await lockJoinSecret(tx, kind.name, { hash, locationId });
          return secret && admit(tx, kind, { ...applicant, locationId: secret.location_id }, ip);
        }),
      );
      if (admitted) return admitted;
      const isLimited = await refuse(kind, { reason: 'join_token_invalid', ip, locationId, hostname });
      throw new DomainError(isLimited ? 'rate_limited' : 'join_token_invalid');
    },
    async authenticate(kind, credential, ip) {
      const found = await withLookupLimit(ip, () => queries.findCredential(db, kind.name, hashToken(credential)));
      if (found && !found.ended) return found;
      // also beyond the limit: a revoked component must receive this error, even if others share its address
      await refuse(
        kind,
        found
          ? { reason: 'credential_revoked', ip, component: found, hostname: found.hostname }
          : { reason: 'credential_unknown', ip },
      );
      throw new DomainError('component_credential_invalid');
    },
  };
}
