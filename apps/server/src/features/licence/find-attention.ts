import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { AttentionFacts } from '../feature.ts';
import type { CurrentLicence } from './licence.service.ts';

const dayMilliseconds = 24 * 3_600_000;
/** Before the end of a license that is not renewed automatically. */
const noticeDays = 30;

interface Renewal {
  /** Whether core renews the key by itself. */
  readonly isAutomatic: boolean;
  readonly hasFailed: boolean;
}

/** What administrators should know about the license; undefined while nothing is to be done. */
export function findLicenceAttention(
  { state, stored, usage, graceUntil, enabledFeatures }: CurrentLicence,
  { isAutomatic, hasFailed }: Renewal,
  now: Date,
): AttentionFacts | undefined {
  const validUntil = stored.kind === 'valid' ? stored.claims.valid_until : null;
  const end = validUntil === null ? null : new Date(validUntil);
  const areFeaturesOn = enabledFeatures.length > 0;
  /** `ending`: when the license, or its grace period, ends or has ended. */
  const facts = (
    shown: string,
    severity: AttentionFacts['severity'],
    { since = null, ending }: { since?: Date | null; ending?: Date | null },
  ): AttentionFacts => ({
    ...{ severity, since },
    details: { state: shown, features_enabled: areFeaturesOn, ...(ending && { expires_at: toNaive(ending) }) },
  });
  switch (state) {
    case 'grace':
      return facts('grace', 'warning', { since: end, ending: graceUntil });
    case 'expired':
      return facts('expired', areFeaturesOn ? 'warning' : 'danger', {
        since: graceUntil ?? end,
        ending: graceUntil ?? end,
      });
    case 'limits_exceeded':
    case 'invalid':
      return facts(state, areFeaturesOn ? 'warning' : 'danger', {});
    case 'none':
      return usage.some(({ exceeded }) => exceeded) ? facts('free_exceeded', 'warning', {}) : undefined;
    case 'active': {
      const isNear = end !== null && end.getTime() - now.getTime() <= noticeDays * dayMilliseconds;
      return isNear && (!isAutomatic || hasFailed)
        ? { ...facts('ends_soon', 'warning', { ending: end }), occurrence: end }
        : undefined;
    }
    case 'not_needed':
      return undefined;
  }
}
