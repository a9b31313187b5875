import { diffAccess, listAccessAliases } from '@gatewarden/contract/access';
import { listGroupNames, listGroups } from '@gatewarden/contract/groups';
import {
  getLocation,
  type LocationInfo,
  listLocations,
  previewAccess,
  updateLocation,
} from '@gatewarden/contract/locations';
import { listNetworkDevices } from '@gatewarden/contract/network-devices';
import { listUsers } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { given } from '../../../../test/given.ts';
import { givenNetwork } from '../../../../test/given-network.ts';
import { renderRoute } from '../../../../test/render-route.tsx';
import { refuse, respond } from '../../../../test/respond.ts';
import { server } from '../../../../test/server.ts';

const me = given.admin();
const all = { first_protocol: 0, last_protocol: 255, first_port: 0, last_port: 65_535 };
const loss = {
  effect: 'lost' as const,
  location_ids: [1],
  all_users: true,
  except_groups: [],
  except_users: [],
  groups: [],
  users: [],
  user_count: 61,
  network_devices: [],
  targets: [{ addresses: '10.0.0.0/24', services: [all] }],
  target_count: 1,
};
const enforcing = { acl_enabled: true, acl_default_allow: false };

let saved: [boolean, boolean, readonly string[]][];
let compared: unknown[];

beforeEach(() => {
  saved = [];
  compared = [];
  server.use(
    respond(listUsers, [given.user()]),
    respond(listGroups, []),
    respond(listAccessAliases, []),
    respond(listNetworkDevices, []),
    respond(listGroupNames, { groups: ['Interns', 'Staff'] }),
    respond(diffAccess, ({ body }) => {
      compared.push(body);
      return { changes: [loss], change_count: 1 };
    }),
    respond(updateLocation, ({ body }) => {
      saved.push([body.acl_enabled, body.acl_default_allow, body.allowed_groups]);
      return givenNetwork.location();
    }),
  );
});

/** Opens the page of a location. */
function open(settings: Partial<LocationInfo> = {}) {
  const location = givenNetwork.location(settings);
  server.use(respond(getLocation, location), respond(listLocations, [location]));
  const { user } = renderRoute('/locations/1/access', { me });
  return {
    user,
    toggle: async () => user.click(await screen.findByRole('switch', { name: /^Enforce access rules/ })),
    choose: async (name: string) => user.click(await screen.findByRole('radio', { name })),
    /** Saves, which opens a dialog. */
    save: async (dialog: string) => {
      await user.click(screen.getByRole('button', { name: 'Save changes' }));
      return within(await screen.findByRole('dialog', { name: dialog }));
    },
  };
}

const isDanger = (button: HTMLElement) => button.getAttribute('style')?.includes('--mantine-color-red-') === true;

describe('access rules of a location', () => {
  it('are enforced only after a dialog with who loses access to what', async () => {
    const { user, toggle, save } = open();
    await toggle();
    expect(screen.getByText('Until a rule allows it, devices reach nothing through this location.')).toBeVisible();

    const dialog = await save('Enforce access rules in Warsaw?');
    const changes = within(await dialog.findByRole('list', { name: 'Who gains or loses access' }));
    expect(changes.getByRole('listitem')).toHaveTextContent(/can no longer reach 10\.0\.0\.0\/24/);
    expect(dialog.getByText(/immediately on all gateways of the location and ends connections/)).toBeVisible();
    expect(compared).toEqual([{ rules: [], aliases: [], location: { id: 1, ...enforcing } }]);
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(saved).toEqual([]);

    const again = await save('Enforce access rules in Warsaw?');
    const confirm = again.getByRole('button', { name: 'Enforce access rules' });
    await waitFor(() => expect(confirm).toBeEnabled());
    expect(isDanger(confirm)).toBe(true);
    await user.click(confirm);
    await waitFor(() => expect(saved).toEqual([[true, false, []]]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are enforced without a warning color if no one loses access', async () => {
    server.use(respond(diffAccess, { changes: [], change_count: 0 }));
    const { toggle, choose, save } = open();
    await toggle();
    await choose('Allow');
    const dialog = await save('Enforce access rules in Warsaw?');
    expect(await dialog.findByText('No one gains or loses access.')).toBeVisible();
    expect(isDanger(dialog.getByRole('button', { name: 'Enforce access rules' }))).toBe(false);
  });

  it('are no longer enforced only after a dialog that says that everything is allowed', async () => {
    server.use(respond(diffAccess, { changes: [{ ...loss, effect: 'gained' }], change_count: 1 }));
    const { user, toggle, save } = open(enforcing);
    await toggle();
    const dialog = await save('Stop enforcing access rules in Warsaw?');
    expect(dialog.getByText(/^Access rules no longer apply: devices reach everything/)).toBeVisible();
    expect(await dialog.findByText(/can now reach 10\.0\.0\.0\/24/)).toBeVisible();
    const confirm = dialog.getByRole('button', { name: 'Stop enforcing' });
    expect(isDanger(confirm)).toBe(true);
    await user.click(confirm);
    await waitFor(() => expect(saved).toEqual([[false, false, []]]));
  });

  it('get another default only after a dialog', async () => {
    const { user, choose, save } = open({ ...enforcing, acl_default_allow: true });
    await choose('Deny');
    const dialog = await save('Deny destinations that no rule names in Warsaw?');
    await dialog.findByRole('list', { name: 'Who gains or loses access' });
    await user.click(dialog.getByRole('button', { name: 'Change default' }));
    await waitFor(() => expect(saved).toEqual([[true, false, []]]));
  });

  it('that are too complex to evaluate can be enforced nevertheless', async () => {
    server.use(refuse(diffAccess, 422, 'access_rules_too_complex'));
    const { user, toggle, save } = open();
    await toggle();
    const dialog = await save('Enforce access rules in Warsaw?');
    expect(await dialog.findByText(/^The access rules are too complex to evaluate/)).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Enforce access rules' }));
    await waitFor(() => expect(saved).toEqual([[true, false, []]]));
  });

  it('and groups are saved after one dialog with both', async () => {
    server.use(respond(previewAccess, { people_lost: 62, people_gained: 0, devices_lost: 0, devices_connected: 0 }));
    const { user, toggle, choose, save } = open();
    await toggle();
    await choose('Only these groups');
    await user.click(await screen.findByRole('combobox', { name: /^Groups/ }));
    await user.click(await screen.findByRole('option', { name: 'Interns' }));
    const dialog = await save('Enforce access rules in Warsaw?');
    await dialog.findByRole('list', { name: 'Who gains or loses access' });
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '62 people lose access.',
      expect.stringContaining('can no longer reach'),
    ]);
    expect(dialog.getByText('The list below is for the people who can connect now.')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Enforce access rules' }));
    await waitFor(() => expect(saved).toEqual([[true, false, ['Interns']]]));
  });
});
