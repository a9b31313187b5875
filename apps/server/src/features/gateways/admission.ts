import { randomUUID } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import { bySystem } from '../../platform/actor.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { FailureLimit } from '../../platform/grpc/limit-failures.ts';
import type { Clock } from '../../ports/clock.ts';
import { gatewaySafe } from './gateways.events.ts';
import * as queries from './gateways.queries.ts';
import { type JoinSecretRow, lockJoinSecret } from './location-state.queries.ts';
import type { Attempt, KeepRefusal } from './refusals.ts';

/** Checked: whatever is here may be stored and shown. */
export interface Applicant {
  readonly secret: string;
  /** Undefined when the agent did not say. */
  readonly locationId: number | undefined;
  /** Null: it is called by its host name. */
  readonly name: string | null;
  readonly hostname: string;
  readonly agentVersion: string;
  /** Credential of the gateway whose place this one takes; undefined for none. */
  readonly replacedCredential: string | undefined;
}

export interface Admission {
  /**
   * Exchanges the location's secret for a credential of the gateway's own. Each call makes another gateway: the
   * credential of one that joined before stays its own until somebody revokes or removes it.
   * @throws join_token_invalid, gateway_limit_reached; rate_limited instead of join_token_invalid when the address has
   * sent too many wrong secrets, and when many gateways joined the location within the hour
   */
  join(
    applicant: Applicant,
    ip: string | undefined,
  ): Promise<{ readonly gatewayId: string; readonly credential: string; readonly locationName: string }>;
  /** @throws gateway_credential_invalid */
  authenticate(credential: string, ip: string | undefined): Promise<queries.CredentialRow>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly failures: FailureLimit;
  readonly keepRefusal: KeepRefusal;
}

/** Far more than a location needs; a token that got out cannot fill the database. */
const maxGatewaysPerLocation = 100;
/** Of one location. Rows of gateways that were removed or replaced stay, and each join is in the activity log. */
const maxJoinsPerHour = 200;
const hour = 3_600_000;

export function createAdmission({ db, events, clock, failures, keepRefusal }: Dependencies): Admission {
  /**
   * Counts and records a refused attempt. Attempts beyond the limit of their address are not recorded.
   * @returns whether the limit was reached before
   */
  async function refuse(attempt: Attempt): Promise<boolean> {
    const address = attempt.ip ?? '';
    if (failures.isReached(address)) return true;
    failures.count(address);
    await keepRefusal(attempt);
    return false;
  }

  /** A machine that joins again must not stay listed twice; what is not a valid credential changes nothing. */
  async function removeReplaced(tx: Tx, credential: string, ip: string | undefined): Promise<void> {
    const replaced = await queries.findCredential(tx, hashToken(credential));
    if (!replaced || replaced.ended) return;
    await queries.setRemoved(tx, replaced.id, clock.now());
    await events.publish(tx, 'gateway.removed', { ...bySystem, ip }, { gateway: gatewaySafe(replaced) });
  }

  async function admit(tx: Tx, applicant: Applicant, location: JoinSecretRow, ip: string | undefined) {
    const { location_id } = location;
    const since = new Date(clock.now().getTime() - hour);
    if ((await queries.countJoined(tx, location_id, since)) >= maxJoinsPerHour) {
      throw new DomainError('rate_limited');
    }
    if (applicant.replacedCredential) await removeReplaced(tx, applicant.replacedCredential, ip);
    if ((await queries.countGateways(tx, location_id)) >= maxGatewaysPerLocation) {
      throw new DomainError('gateway_limit_reached', { limit: maxGatewaysPerLocation });
    }
    const credential = newToken('gwg_');
    const { name, hostname } = applicant;
    const gateway = { id: randomUUID(), location_id, name, hostname };
    await queries.insertGateway(tx, {
      ...gateway,
      agent_version: applicant.agentVersion,
      credential_hash: hashToken(credential),
      created_at: clock.now(),
    });
    await events.publish(tx, 'gateway.joined', { ...bySystem, ip }, { gateway });
    return { gatewayId: gateway.id, credential, locationName: location.location_name };
  }

  /**
   * The credential is looked up before failures are considered, so a correct one is never refused because of others at
   * its address (NAT, load balancer). Addresses beyond the limit get one lookup at a time.
   */
  function paced<Result>(ip: string | undefined, look: () => Promise<Result>): Promise<Result> {
    const address = ip ?? '';
    return failures.isReached(address) ? failures.oneAtATime(address, look) : look();
  }

  return {
    async join(applicant, ip) {
      const { locationId, hostname } = applicant;
      const hash = hashToken(applicant.secret);
      const admitted = await paced(ip, () =>
        inTransaction(db, async (tx) => {
          const location = await lockJoinSecret(tx, hash, locationId);
          return location && admit(tx, applicant, location, ip);
        }),
      );
      if (admitted) return admitted;
      const isLimited = await refuse({ reason: 'join_token_invalid', ip, locationId, hostname });
      throw new DomainError(isLimited ? 'rate_limited' : 'join_token_invalid');
    },
    async authenticate(credential, ip) {
      const found = await paced(ip, () => queries.findCredential(db, hashToken(credential)));
      if (found && !found.ended) return found;
      // also beyond the limit: a gateway that was revoked must learn it, whatever its neighbours send
      await refuse(
        found
          ? { reason: 'credential_revoked', ip, gateway: found, hostname: found.hostname }
          : { reason: 'credential_unknown', ip },
      );
      throw new DomainError('gateway_credential_invalid');
    },
  };
}
