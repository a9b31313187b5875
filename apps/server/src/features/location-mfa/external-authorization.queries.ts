import type { Database } from '../../platform/database/database.ts';

/** The latest end of a session that began since then with a sign-in at the provider; undefined if there is none. */
export async function findExternalSession(
  db: Database,
  wanted: { readonly device_id: number; readonly location_id: number; readonly provider_id: number },
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<Date | undefined> {
  const found = await db
    .selectFrom('location_session')
    .select('expires_at')
    .where('device_id', '=', wanted.device_id)
    .where('location_id', '=', wanted.location_id)
    .where('provider_id', '=', wanted.provider_id)
    .where('authorized_at', '>=', since)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return found?.expires_at;
}
