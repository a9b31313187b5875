import { browserName } from '@gatewarden/contract/browser-name';
import type { NotificationDetails } from '@gatewarden/contract/notifications';
import type { Origin } from '../../platform/actor.ts';
import { authorOf } from '../mail/index.ts';

/** Who changed the account of the user; for the user also from where, if it is known. Others do not learn addresses. */
export function describeAuthor(origin: Origin, userId: number): NotificationDetails {
  const by = authorOf(origin, userId);
  return {
    by,
    ...(by === 'administrator' && origin.by !== 'system' && { username: origin.by.username }),
    ...(by === 'owner' && describePlace(origin)),
  };
}

export function describePlace({ ip, device }: Pick<Origin, 'ip' | 'device'>): NotificationDetails {
  const browser = browserName(device ?? '');
  return { ...(ip !== undefined && { address: ip }), ...(browser !== undefined && { browser }) };
}
