import { getLocation } from '@gatewarden/contract/locations';
import { addSnatBinding, deleteSnatBinding, listSnatBindings, updateSnatBinding } from '@gatewarden/contract/snat';
import { listUsers } from '@gatewarden/contract/users';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { given } from '../../../test/given.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const bob = given.user({ id: 7, username: 'bob', first_name: 'Bob', last_name: 'Stone' });

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
  server.use(respond(getLocation, givenNetwork.location()), respond(listUsers, [me, bob]));
});

it('gives a user a public address, and reports an invalid one before it is sent', async () => {
  const bindings = [] as ReturnType<typeof givenNetwork.snatBinding>[];
  server.use(
    respond(listSnatBindings, () => bindings),
    respond(addSnatBinding, ({ body }) => {
      const binding = givenNetwork.snatBinding(body);
      bindings.push(binding);
      return binding;
    }),
  );
  const { user } = renderRoute('/locations/1/public-addresses', { me });
  await screen.findByText('No public addresses');
  await user.click(screen.getByRole('button', { name: 'Add public address' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'User' }));
  await user.click(await screen.findByRole('option', { name: 'Bob Stone (bob)' }));
  await user.type(dialog.getByRole('textbox', { name: 'Public address' }), '127.0.0.1');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Enter an IPv4 or IPv6 address/)).toBeVisible();
  await user.clear(dialog.getByRole('textbox', { name: 'Public address' }));
  await user.type(dialog.getByRole('textbox', { name: 'Public address' }), '203.0.113.9');
  await user.click(dialog.getByRole('button', { name: 'Save' }));

  expect(await screen.findByRole('row', { name: /Bob Stone/ })).toHaveTextContent('203.0.113.9');
  await user.click(screen.getByRole('button', { name: 'Add public address' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('combobox', { name: 'User' }));
  expect(screen.getAllByRole('option')).toHaveLength(1);
});

it('changes and removes a public address', async () => {
  const sent: unknown[] = [];
  server.use(
    respond(listSnatBindings, [givenNetwork.snatBinding()]),
    respond(updateSnatBinding, ({ params, body }) => {
      sent.push([params.id, params.userId, body]);
      return givenNetwork.snatBinding(body);
    }),
    respond(deleteSnatBinding, ({ params }) => {
      sent.push([params.id, params.userId]);
      return null;
    }),
  );
  const { user } = renderRoute('/locations/1/public-addresses', { me });
  const menu = { name: 'Actions for the public address of Bob Stone' };
  await user.click(await screen.findByRole('button', menu));
  await user.click(await screen.findByRole('menuitem', { name: 'Change address' }));
  const field = within(await screen.findByRole('dialog')).getByRole('textbox', { name: 'Public address' });
  expect(field).toHaveValue('203.0.113.7');
  await user.clear(field);
  await user.type(field, '2001:db8::9');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved. New connections use the address.');

  await user.click(screen.getByRole('button', menu));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  await screen.findByText('Removed the public address');
  expect(sent).toEqual([
    ['1', '7', { public_ip: '2001:db8::9' }],
    ['1', '7'],
  ]);
});

it('says why the addresses cannot be shown', async () => {
  server.use(refuse(listSnatBindings, 500, 'internal_error'));
  renderRoute('/locations/1/public-addresses', { me });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
});
