import { browserName } from '@gatewarden/contract/browser-name';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Clock } from '../../ports/clock.ts';
import { authorOf, type ChangeAuthor, type MailService, type MailValues } from '../mail/index.ts';
import { findUser, type UserSnapshot } from '../users/index.ts';

interface Dependencies {
  readonly events: Events;
  readonly clock: Clock;
  readonly mail: Pick<MailService, 'sendAccountMail'>;
}

type Change = MailValues<'account_changed'>['change'];

const removedFactor = { TOTP: 'totp_removed', Email: 'email_codes_removed', WebAuthn: 'security_key_removed' } as const;

/**
 * Mails the owner of an account when its password changes, another sign-in is linked, a second factor is removed, or an emergency stop ends its
 * access, regardless of who made the change. Other features send the mails about added second factors and about addresses.
 */
export function notifyAccountChanges({ events, clock, mail }: Dependencies): void {
  async function notify(tx: Tx, change: Change, { username }: Pick<UserSnapshot, 'username'>, origin: Origin) {
    const owner = await findUser(tx, username);
    if (!owner) return;
    const { email: to, language, first_name: name } = owner;
    const by = authorOf(origin, owner.id);
    const values = { name, change, by, at: clock.now().toISOString(), ...describeOrigin(origin, by) };
    await mail.sendAccountMail(
      tx,
      { userId: owner.id, change, by },
      { to, language, template: 'account_changed', values },
    );
  }

  for (const type of ['user.password-changed', 'user.password-set-by-admin'] as const)
    events.on(type, (tx, { payload, origin }) => notify(tx, 'password_changed', payload.user, origin));
  events.on('user.password-removed', (tx, { payload, origin }) => notify(tx, 'password_removed', payload.user, origin));
  events.on('external-identity.linked', (tx, { payload, origin }) =>
    notify(tx, 'sign_in_linked', payload.user, payload.linked_by === 'user' ? origin : ofOwner(origin, payload.user)),
  );
  events.on('mfa.factor-removed', (tx, { payload, origin }) =>
    notify(tx, removedFactor[payload.method], payload.user, origin),
  );
  events.on('mfa.disabled', (tx, { payload, origin }) => notify(tx, 'factors_removed', payload.user, origin));
  events.on('user.stopped', async (tx, { payload: { user, disabled }, origin }) => {
    // users who sign out everywhere did so a moment ago
    if (origin.by === 'system' || origin.by.userId !== user.id)
      await notify(tx, disabled ? 'stopped_and_disabled' : 'stopped', user, origin);
  });
  events.on('group.member-added', async (tx, { payload: { group, username }, origin }) => {
    // by a command in a shell: no administrator of the console made the change
    if (group.is_admin && isFromShell(origin)) await notify(tx, 'made_administrator', { username }, origin);
  });
}

/** At a sign-in, the request has no caller yet. */
function ofOwner(origin: Origin, { id, username }: UserSnapshot): Origin {
  return { ...origin, by: { userId: id, username } };
}

/** The setup of the instance has an address or no device. */
function isFromShell({ by, ip, device }: Origin): boolean {
  return by === 'system' && ip === undefined && device !== undefined;
}

function describeOrigin({ by, ip, device }: Origin, author: ChangeAuthor) {
  return {
    administrator: by === 'system' || author === 'owner' ? null : by.username,
    address: ip ?? '–',
    browser: browserName(device ?? '') ?? null,
  } as const;
}
