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
  /** Undefined when the component did not name it. */
  readonly locationId: number | undefined;
  /** Null: the host name is shown instead. */
  readonly name: string | null;
  readonly hostname: string;
  readonly version: string;
  /** Credential of the component that this one replaces; undefined for none. */
  readonly replacedCredential: string | undefined;
}

export interface Admitted {
  readonly component: Component;
  readonly credential: string;
}

export interface Admission {
  /**
   * Exchanges a join secret for a credential of the component's own. Each call makes another component: the credential of
   * one that joined before is valid until it is revoked or removed.
   * @throws join_token_invalid, and what the kind throws; rate_limited instead of join_token_invalid when the address has
   * sent too many wrong secrets, and when many components joined the location within the hour
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

/** Of one location. Rows of components that were removed or replaced remain, and each join may be in the activity log. */
const maxJoinsPerHour = 200;
const hour = 3_600_000;

export function createAdmission({ db, clock, failures, recordRefusal, removeComponent }: Dependencies): Admission {
  /**
   * Counts and records a refused attempt. Attempts beyond the limit of their address are not recorded.
   * @returns whether the limit was reached before
   */
  async function refuse(kind: ComponentKind, attempt: Attempt): Promise<boolean> {
    const address = attempt.ip ?? '';
    if (failures.isReached(address)) return true;
    failures.count(address);
    await recordRefusal(kind, attempt);
    return false;
  }

  /** A machine that joins again must not be listed twice; what is not a valid credential changes nothing. */
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
   * The credential is looked up before failures are considered, so a correct one is never refused because of others at
   * its address (NAT, load balancer). Addresses beyond the limit get one lookup at a time.
   */
  function paced<Result>(ip: string | undefined, look: () => Promise<Result>): Promise<Result> {
    const address = ip ?? '';
    return failures.isReached(address) ? failures.runSequentially(address, look) : look();
  }

  return {
    async join(kind, applicant, ip) {
      const { locationId, hostname } = applicant;
      const hash = hashToken(applicant.secret);
      const admitted = await paced(ip, () =>
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
      const found = await paced(ip, () => queries.findCredential(db, kind.name, hashToken(credential)));
      if (found && !found.ended) return found;
      // also beyond the limit: a component that was revoked must learn it, whatever its neighbours send
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
