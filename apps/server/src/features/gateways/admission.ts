import { randomUUID, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@gatewarden/contract/errors';
import { bySystem } from '../../platform/actor.ts';
import { hashToken, newToken } from '../../platform/crypto/tokens.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { FailureLimit } from '../../platform/grpc/limit-failures.ts';
import type { Clock } from '../../ports/clock.ts';
import * as queries from './gateways.queries.ts';
import { findJoinSecret, findJoinSecretByHash, type JoinSecretRow } from './location-state.queries.ts';
import type { KeepRefusal } from './refusals.ts';

/** Checked: whatever is here may be stored and shown. */
export interface Applicant {
  readonly secret: string;
  /** Undefined when the agent did not say. */
  readonly locationId: number | undefined;
  /** Null: it is called by its host name. */
  readonly name: string | null;
  readonly hostname: string;
  readonly agentVersion: string;
}

export interface Admission {
  /**
   * Exchanges the location's secret for a credential of the gateway's own. Each call makes another gateway: the
   * credential of one that joined before stays its own until somebody revokes or removes it.
   * @throws join_token_invalid, gateway_limit_reached, rate_limited
   */
  join(
    applicant: Applicant,
    ip: string | undefined,
  ): Promise<{ readonly gatewayId: string; readonly credential: string; readonly locationName: string }>;
  /** @throws gateway_credential_invalid, rate_limited */
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

export function createAdmission({ db, events, clock, failures, keepRefusal }: Dependencies): Admission {
  function requirePatience(ip: string | undefined): void {
    if (failures.isReached(ip ?? '')) throw new DomainError('rate_limited');
  }

  async function admit(tx: Tx, applicant: Applicant, location: JoinSecretRow, ip: string | undefined) {
    const { location_id } = location;
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

  return {
    async join(applicant, ip) {
      requirePatience(ip);
      const { locationId, hostname } = applicant;
      const hash = hashToken(applicant.secret);
      const admitted = await inTransaction(db, async (tx) => {
        const location =
          locationId === undefined ? await findJoinSecretByHash(tx, hash) : await findJoinSecret(tx, locationId);
        if (!location || !timingSafeEqual(location.join_secret_hash, hash)) return undefined;
        return admit(tx, applicant, location, ip);
      });
      if (admitted) return admitted;
      failures.count(ip ?? '');
      await keepRefusal({ reason: 'join_token_invalid', ip, locationId, hostname });
      throw new DomainError('join_token_invalid');
    },
    async authenticate(credential, ip) {
      requirePatience(ip);
      const found = await queries.findCredential(db, hashToken(credential));
      if (found && !found.ended) return found;
      failures.count(ip ?? '');
      await keepRefusal(
        found
          ? { reason: 'credential_revoked', ip, gateway: found, hostname: found.hostname }
          : { reason: 'credential_unknown', ip },
      );
      throw new DomainError('gateway_credential_invalid');
    },
  };
}
