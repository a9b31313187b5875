import type { UserInfo } from '@gatewarden/contract/users';
import { isApiError } from '../../lib/api-error.ts';

/** Why a person cannot be invited. */
export type SkipReason = 'enrolled' | 'disabled' | 'managed';

export function skipReasonOf({ is_active, has_password, managed_by }: UserInfo): SkipReason | undefined {
  if (has_password) return 'enrolled';
  if (!is_active) return 'disabled';
  return managed_by === 'ldap' ? 'managed' : undefined;
}

export interface Outcome {
  readonly invited: ReadonlySet<number>;
  /** By id of the user. */
  readonly failures: ReadonlyMap<number, unknown>;
}

/** Others would fail for the same reason. */
const concernsAll = ['edge_disabled', 'proof_required', 'unauthenticated', 'network_unreachable'] as const;

/**
 * Invites one person after the other, so that one who cannot be invited affects no other. Ends early if none can be. Reports
 * the outcome after each.
 */
export async function invitePeople(
  people: readonly UserInfo[],
  invite: (person: UserInfo) => Promise<unknown>,
  report: (outcome: Outcome) => void,
): Promise<Outcome> {
  const invited = new Set<number>();
  const failures = new Map<number, unknown>();
  for (const person of people) {
    try {
      await invite(person);
      invited.add(person.id);
    } catch (error) {
      failures.set(person.id, error);
      if (concernsAll.some((code) => isApiError(error, code))) break;
    }
    report({ invited: new Set(invited), failures: new Map(failures) });
  }
  return { invited, failures };
}
