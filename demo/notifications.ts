import type pg from 'pg';
import { administrator, user } from './company.ts';

interface Past {
  readonly username: string;
  readonly kind: string;
  readonly hoursAgo: number;
  readonly isRead?: true;
  readonly forAdministrators?: true;
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

const byAdministrator = { by: 'administrator', username: administrator.username } as const;
const phone = { address: '198.51.100.23', browser: 'Safari, iOS' } as const;

const past: readonly Past[] = [
  {
    ...{ username: administrator.username, kind: 'users_imported', hoursAgo: 76, isRead: true },
    ...{ forAdministrators: true, details: { users: 24, username: administrator.username } },
  },
  {
    ...{ username: administrator.username, kind: 'factor_removed', hoursAgo: 30, isRead: true },
    details: { by: 'owner', factor: 'totp', ...phone },
  },
  {
    ...{ username: administrator.username, kind: 'new_sign_in', hoursAgo: 4 },
    details: { ...phone, new_browser: true, new_address: true },
  },
  {
    ...{ username: user.username, kind: 'password_changed', hoursAgo: 100, isRead: true },
    details: byAdministrator,
  },
  {
    ...{ username: user.username, kind: 'factor_added', hoursAgo: 52, isRead: true },
    details: {
      by: 'owner',
      factor: 'security_key',
      name: 'YubiKey 5C',
      address: '192.0.2.44',
      browser: 'Firefox, Linux',
    },
  },
  {
    ...{ username: user.username, kind: 'new_sign_in', hoursAgo: 3 },
    details: { ...phone, new_browser: true, new_address: true },
  },
];

/** Adds notifications of the last days to those that filling the instance caused, which become older than today. */
export async function loadNotifications(client: pg.Client): Promise<void> {
  await client.query(`update notification set at = now() - interval '6 days', read_at = now()`);
  for (const { username, kind, hoursAgo, isRead, forAdministrators, details } of past) {
    await client.query(
      `insert into notification (user_id, kind, key, for_administrators, at, details, read_at)
       select id, $2, $2 || ':demo', $3, now() - $4 * interval '1 hour', $5, case when $6 then now() end
       from "user" where username = $1`,
      [username, kind, forAdministrators ?? false, hoursAgo, details, isRead ?? false],
    );
  }
}
