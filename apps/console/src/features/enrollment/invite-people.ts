import type { UserInfo } from '@gatewarden/contract/users';
import { csvRecord } from '@gatewarden/net/csv-record';
import { isApiError } from '../../lib/api-error.ts';

/** Why a person cannot be invited. */
export type SkipReason = 'enrolled' | 'disabled' | 'managed';

export function skipReasonOf({ is_active, has_password, managed_by }: UserInfo): SkipReason | undefined {
  if (has_password) return 'enrolled';
  if (!is_active) return 'disabled';
  return managed_by === 'ldap' ? 'managed' : undefined;
}

export interface Outcome {
  /** By id of the user: the link of the invitation. */
  readonly invited: ReadonlyMap<number, string>;
  /** By id of the user. */
  readonly failures: ReadonlyMap<number, unknown>;
}

/** Others would fail for the same reason. */
const concernsAll = ['edge_disabled', 'proof_required', 'unauthenticated', 'network_unreachable'] as const;

/**
 * Invites one person after the other, so that one who cannot be invited affects no other. Ends early if none can be. Reports
 * the outcome after each. `invite` returns the link of the invitation.
 */
export async function invitePeople(
  people: readonly UserInfo[],
  invite: (person: UserInfo) => Promise<string>,
  report: (outcome: Outcome) => void,
): Promise<Outcome> {
  const invited = new Map<number, string>();
  const failures = new Map<number, unknown>();
  for (const person of people) {
    try {
      invited.set(person.id, await invite(person));
    } catch (error) {
      failures.set(person.id, error);
      if (concernsAll.some((code) => isApiError(error, code))) break;
    }
    report({ invited: new Map(invited), failures: new Map(failures) });
  }
  return { invited, failures };
}

const columns = ['first_name', 'last_name', 'username', 'email', 'link'];

/** The people who were invited, with their links, as a CSV file for spreadsheets. */
export function invitationsCsv(people: readonly UserInfo[], { invited }: Pick<Outcome, 'invited'>): string {
  const rows = people.flatMap(({ id, first_name, last_name, username, email }) => {
    const link = invited.get(id);
    return link === undefined ? [] : [[first_name, last_name, username, email, link]];
  });
  return [columns, ...rows].map(csvRecord).join('');
}
