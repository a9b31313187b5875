import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { authorOf, type MailService } from '../mail/index.ts';
import { findUserById, loginName } from '../users/index.ts';
import { deleteCodes } from './mail-codes.queries.ts';

/**
 * When an administrator changes the address of a user, later codes go to the new address. The factor remains, so that a
 * typing error locks the user out instead of letting another person in. Codes sent to the former address are revoked,
 * and a mail notifies that address.
 */
export function revokeCodesOnAddressChange(events: Events, mail: Pick<MailService, 'sendAccountMail'>): void {
  events.on('user.modified', async (tx: Tx, { payload: { before, after }, origin }) => {
    if (loginName(before.email) === loginName(after.email)) return;
    await deleteCodes(tx, after.id);
    const language = (await findUserById(tx, after.id))?.language ?? 'en';
    const about = { userId: after.id, change: 'address_changed', by: authorOf(origin, after.id) } as const;
    await mail.sendAccountMail(tx, about, {
      to: before.email,
      language,
      template: 'address_changed',
      values: { name: after.first_name },
    });
  });
}
