// Reads user, settings, device, security_key, auth_key, mfa, traffic_latest and component, and what the subqueries of other
// features read; each is written by its own feature.
import { sql } from 'kysely';
import { compileOnce } from '../../platform/database/compile-once.ts';
import type { Database } from '../../platform/database/database.ts';
import { userDevicesAsJson } from '../devices/index.ts';
import { suspendedAsJson } from '../emergency-stop/index.ts';
import { securityKeysAsJson } from '../mfa/index.ts';
import { lastSeenAsJson } from '../traffic/index.ts';
import { isVpnEnabled, selectUsers } from '../users/index.ts';

const userId = sql.ref<number>('u.id');

const selectDetails = compileOnce((db, username: string) =>
  selectUsers(db)
    .select([
      isVpnEnabled.as('is_vpn_enabled'),
      userDevicesAsJson(db, userId).as('devices'),
      lastSeenAsJson(userId).as('seen'),
      securityKeysAsJson(db, userId).as('keys'),
      suspendedAsJson(userId).as('suspended'),
    ])
    .where('u.username', '=', username)
    .compile(),
);

/** The user with all that the page of the user shows. One statement, because each costs core as much as the answer. */
export async function findUserDetails(db: Database, username: string) {
  return (await selectDetails(db, username))[0];
}
