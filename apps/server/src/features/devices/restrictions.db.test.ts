import { DomainError } from '@gatewarden/contract/errors';
import { expect, it } from 'vitest';
import { startVpn } from '../../../test/assignments/vpn.ts';
import { locationBody, newKeys } from '../../../test/given/network.ts';
import { type Actor, bySystem } from '../../platform/actor.ts';

const outcome = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.code : Promise.reject(error)),
  );

it.each([
  ['nothing', {}, [...Array(4).fill('done'), 'undo_expired']],
  [
    'managing devices',
    { admin_device_management: true },
    [...Array(2).fill('device_management_restricted'), 'done', ...Array(2).fill('device_management_restricted')],
  ],
  [
    'configuring manually',
    { only_client_activation: true },
    [...Array(3).fill('client_activation_only'), 'done', 'client_activation_only'],
  ],
])('forbids users %s, never administrators', async (_what, restrictions, expected) => {
  await using vpn = await startVpn({ restrictions });
  const { id: locationId } = await vpn.locations.add(bySystem, locationBody(1));
  const names = { first_name: 'Una', last_name: 'User' };
  const user = await vpn.users.add(vpn.actor, bySystem, { ...names, username: 'una', email: 'una@x.org' });
  const actors: Actor[] = [
    { userId: user.id, username: 'una', isAdmin: false, sessionId: 0, isReauthenticated: false },
    vpn.actor,
  ];
  const outcomes: string[][] = [];
  for (const [nth, actor] of actors.entries()) {
    const device = (name: string) => ({ username: 'una', name: `${name} ${nth}`, publicKey: newKeys().publicKey });
    const { device: existing } = await vpn.devices.add(vpn.actor, bySystem, device('existing'));
    outcomes.push([
      await outcome(vpn.devices.add(actor, bySystem, device('new'))),
      await outcome(vpn.devices.update(actor, bySystem, existing.id, { ...device('edited'), description: null })),
      await outcome(vpn.devices.getAssignment(actor, existing.id, locationId)),
      await outcome(vpn.devices.remove(actor, bySystem, existing.id)),
      // the session does not exist, so nothing is stored
      await outcome(vpn.devices.restore(actor, bySystem, existing.id)),
    ]);
  }
  expect(outcomes).toEqual([expected, [...Array(4).fill('done'), 'undo_expired']]);
});
