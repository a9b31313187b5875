// Reads user (of users) to suggest owners.
import type { Database } from '../../platform/database/database.ts';
import type { Candidate } from './suggest-users.ts';

/** Active users, oldest first; at most as many as a file can be compared with. */
export function listCandidates(db: Database): Promise<Candidate[]> {
  return db
    .selectFrom('user')
    .select(['id', 'username', 'first_name', 'last_name', 'email'])
    .where('is_active', '=', true)
    .orderBy('id')
    .limit(maxCandidates)
    .execute();
}

const maxCandidates = 50_000;
