import type { NotificationDetails, NotificationKind } from '@gatewarden/contract/notifications';
import type { Origin } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { describeAuthor } from './describe-author.ts';
import type { Notify } from './notifications.service.ts';

interface Owner {
  readonly id: number;
}

const factorNames = { TOTP: 'totp', Email: 'email', WebAuthn: 'security_key' } as const;

/**
 * Notifies the owner of an account of changes to its password and second factors, regardless of who made them: a change by the
 * owner may be one by a thief of the session. An unread notification about the same kind of change by the same author is
 * replaced, so that repeating a change does not fill the list.
 */
export function notifyAccountOwners(events: Pick<Events, 'on'>, notify: Notify): void {
  async function notifyOwner(tx: Tx, { id }: Owner, kind: NotificationKind, origin: Origin, more = {}): Promise<void> {
    const details: NotificationDetails = { ...describeAuthor(origin, id), ...more };
    const key = [kind, details['factor'] ?? '', details['by'], details['username'] ?? ''].join(':');
    await notify(tx, [id], { kind, key, details });
  }

  for (const type of ['user.password-changed', 'user.password-set-by-admin'] as const)
    events.on(type, (tx, { payload, origin }) => notifyOwner(tx, payload.user, 'password_changed', origin));
  events.on('user.password-removed', (tx, { payload, origin }) =>
    notifyOwner(tx, payload.user, 'password_removed', origin),
  );
  const factorKinds = { 'mfa.factor-added': 'factor_added', 'mfa.factor-removed': 'factor_removed' } as const;
  for (const type of ['mfa.factor-added', 'mfa.factor-removed'] as const)
    events.on(type, (tx, { payload: { user, method, key: name }, origin }) =>
      notifyOwner(tx, user, factorKinds[type], origin, {
        factor: factorNames[method],
        ...(name !== undefined && { name }),
      }),
    );
  events.on('mfa.disabled', (tx, { payload, origin }) => notifyOwner(tx, payload.user, 'factors_removed', origin));
  events.on('mfa.recovery-codes-replaced', (tx, { payload, origin }) =>
    notifyOwner(tx, payload.user, 'recovery_codes_replaced', origin),
  );
  events.on('user.stopped', async (tx, { payload: { user, disabled }, origin }) => {
    // users who sign out everywhere did so a moment ago
    if (origin.by === 'system' || origin.by.userId !== user.id)
      await notifyOwner(tx, user, 'access_stopped', origin, { disabled });
  });
}
