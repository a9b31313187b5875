import { getLicence, inspectLicence } from '@gatewarden/contract/licence';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Feature, FindAttention, FindNotice } from '../feature.ts';
import { checkLicence } from './check-licence.job.ts';
import { findLicenceAttention } from './find-attention.ts';
import { licenceEvents } from './licence.events.ts';
import { presentEnterpriseInfo, presentInfo, presentLicence } from './licence.present.ts';
import { getRow } from './licence.queries.ts';
import { type CurrentLicence, createLicenceService } from './licence.service.ts';
import type { Issuer } from './read-issuers.ts';
import { renewLicence } from './renew-licence.job.ts';
import { createRenewal } from './renew-licence.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly log: Log;
  readonly jobs: Pick<Jobs, 'runSoon'>;
  readonly outbound: Pick<Outbound, 'request' | 'isListedHost'>;
  /** The issuers of license keys that this build trusts; with none, all features are enabled. */
  readonly issuers: readonly Issuer[];
}

/** Events after which counts or the key differ. */
const relevantEvent =
  /^(?:(?:users?|device|location)\.(?:added|removed|imported|restored|stopped)|license\..*|instance\.restored)$/;

/** Which licensed features can be added and changed. Whatever exists continues to work without a license. */
export function createLicence(dependencies: Dependencies) {
  const { db, events, clock, log, jobs, issuers } = dependencies;
  const licence = createLicenceService(dependencies);
  const check = checkLicence(licence);
  const logDelay = (error: unknown) => log.warn({ err: error }, 'the license is checked at its next schedule');
  const renew = createRenewal({ ...dependencies, licence });
  const isAutomatic = ({ stored }: CurrentLicence) =>
    stored.kind === 'valid' &&
    stored.claims.type === 'subscription' &&
    issuers.some(({ name, renewalUrl }) => name === stored.issuer && renewalUrl !== undefined);

  async function findConcern() {
    if (issuers.length === 0) return undefined;
    const current = await licence.current();
    const { renewal_error } = await getRow(db);
    const renewal = { isAutomatic: isAutomatic(current), hasFailed: renewal_error !== null };
    return findLicenceAttention(current, renewal, clock.now());
  }
  const findAttention: FindAttention = async () => [(await findConcern()) ?? []].flat();
  const findNotice: FindNotice = async () => {
    const concern = await findConcern();
    return concern && { since: concern.since, details: concern.details ?? {} };
  };

  if (issuers.length > 0) {
    // in the transaction, so that the caller of the change sees its effect, and after the commit, on every replica
    events.onAny(async (_tx, { type }) => {
      if (relevantEvent.test(type)) licence.invalidate();
    });
    events.onCommitted(({ type }) => {
      if (!relevantEvent.test(type)) return;
      licence.invalidate();
      // administrators see in a moment that their change exceeded a limit
      if (type !== 'license.state-changed') jobs.runSoon(check.name).catch(logDelay);
    });
  }

  const feature: Feature = {
    name: 'licence',
    addRoutes(router) {
      router.add(getLicence, async () => {
        const current = await licence.current();
        return presentLicence(current, await getRow(db), isAutomatic(current));
      });
      router.add(inspectLicence, async ({ body }) => {
        const { reason, claims, issuer } = await licence.inspect(body.license);
        return { reason, license: claims, issuer };
      });
    },
    jobs: [check, renewLicence(renew)],
    events: licenceEvents,
    notices: { license: findNotice },
    attention: { license: findAttention },
    async start() {
      // the time counts from the start; without it core serves as well
      await licence.check().catch((error: unknown) => log.warn({ err: error }, 'the license was not checked'));
    },
  };
  return {
    ...licence,
    describeInfo: async () => presentInfo(await licence.current()),
    describeEnterprise: async () => presentEnterpriseInfo(await licence.current()),
    feature,
  };
}

export type Licence = Omit<ReturnType<typeof createLicence>, 'feature'>;
