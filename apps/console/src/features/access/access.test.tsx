import {
  addAccessRule,
  deleteAccessRule,
  deployAccess,
  diffAccess,
  explainAccess,
  listAccessAliases,
  listAccessRules,
  listRuleHits,
  updateAccessRule,
} from '@gatewarden/contract/access';
import {
  diffAccessVersions,
  getAccessVersion,
  listAccessVersions,
  restoreAccessVersion,
} from '@gatewarden/contract/access-history';
import { addAccessTest, listAccessTests, runAccessTests } from '@gatewarden/contract/access-tests';
import { listGroups } from '@gatewarden/contract/groups';
import { listLocations } from '@gatewarden/contract/locations';
import { listNetworkDevices } from '@gatewarden/contract/network-devices';
import { listUsers } from '@gatewarden/contract/users';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setWindowWidth } from '../../../test/browser-stubs.ts';
import { given } from '../../../test/given.ts';
import { givenAccess } from '../../../test/given-access.ts';
import { givenNetwork } from '../../../test/given-network.ts';
import { renderRoute } from '../../../test/render-route.tsx';
import { refuse, respond } from '../../../test/respond.ts';
import { server } from '../../../test/server.ts';

const me = given.admin();
const bob = given.user({ id: 7, username: 'bob', first_name: 'Bob', last_name: 'Stone' });
const intranet = givenAccess.rule();
const databases = givenAccess.rule({
  id: 2,
  name: 'Databases',
  priority: 10,
  destination: '',
  ports: '',
  aliases: [1],
});
const changed = givenAccess.rule({ id: 3, parent_id: 2, state: 'Modified', status: 'modified', name: 'Databases' });
const added = givenAccess.rule({ id: 4, state: 'New', status: 'new', name: 'Printers' });

/** jsdom has no layout; a virtualized list needs a height. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(320);
  server.use(
    respond(listAccessRules, [intranet, databases, changed, added]),
    respond(listAccessAliases, [givenAccess.alias()]),
    respond(listRuleHits, [givenAccess.hits()]),
    respond(listAccessTests, []),
    respond(runAccessTests, []),
    respond(listNetworkDevices, [givenNetwork.networkDevice({ id: 8 })]),
    respond(listGroups, [given.group({ id: 2, name: 'Staff' })]),
    respond(listUsers, [me, bob]),
    respond(listLocations, [givenNetwork.location({ acl_enabled: true })]),
  );
});

async function rowsOf(name: string): Promise<(string | null)[]> {
  const table = within(await screen.findByRole('table', { name }));
  return table
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
}

describe('the list of access rules', () => {
  it('shows a pending change in place of its deployed rule, and each part by itself', async () => {
    const { user, router } = renderRoute('/access-rules', { me });
    const first = (rows: readonly (string | null)[]) => rows.map((row) => row?.match(/^[A-Z][a-z]+/)?.[0]);
    await screen.findByText('3 rules');
    const all = await rowsOf('Rules');
    expect(first(all)).toEqual(['Intranet', 'Databases', 'Printers']);
    expect(all[0]).toContain('Enabled');
    expect(all[0]).toContain('10.0.5.9 (TCP port 443)');
    expect(all[1]).toContain('Changed');
    await user.click(screen.getByRole('radio', { name: 'Deployed' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ show: 'deployed' }));
    expect(first(await rowsOf('Rules'))).toEqual(['Intranet', 'Databases']);
    await user.click(screen.getByRole('radio', { name: 'Pending' }));
    await waitFor(async () => expect(first(await rowsOf('Rules'))).toEqual(['Databases', 'Printers']));
  });

  it('shows on wide windows how many packets each rule decided, also with a pending change', async () => {
    setWindowWidth(1440);
    server.use(respond(listRuleHits, [givenAccess.hits(), givenAccess.hits({ rule_id: 2, packets: 5 })]));
    renderRoute('/access-rules', { me });
    const table = within(await screen.findByRole('table', { name: 'Rules' }));
    const column = table.getAllByRole('columnheader').findIndex(({ textContent }) => textContent?.includes('Packets'));
    const packets = () =>
      table
        .getAllByRole('row')
        .slice(1)
        .map((row) => within(row).getAllByRole('cell')[column]?.textContent);
    await waitFor(() => expect(packets()).toEqual(['1,234', '5', '0']));
  });

  it('deploys all pending changes after it lists them, and who gains and loses access', async () => {
    const sent: unknown[] = [];
    const change = {
      ...{
        location_ids: [1],
        all_users: false,
        groups: [2],
        users: [7],
        user_count: 4,
        network_devices: [] as number[],
        except_groups: [] as number[],
        except_users: [] as number[],
      },
      target_count: 1,
    };
    const port = { first_protocol: 6, last_protocol: 6, first_port: 443, last_port: 443 };
    const any = { first_protocol: 0, last_protocol: 255, first_port: 0, last_port: 65_535 };
    server.use(
      respond(diffAccess, ({ body }) => {
        expect(body).toEqual({ rules: [3, 4], aliases: [] });
        return {
          changes: [
            { ...change, effect: 'lost' as const, targets: [{ addresses: '10.0.0.0/24', services: [port] }] },
            {
              ...change,
              effect: 'gained' as const,
              all_users: true,
              groups: [],
              users: [],
              except_groups: [2],
              targets: [{ addresses: '::/0', services: [any] }],
            },
          ],
          change_count: 2,
        };
      }),
      respond(deployAccess, ({ body }) => {
        sent.push(body);
        return { rules: [], aliases: [] };
      }),
    );
    const { user } = renderRoute('/access-rules', { me });
    await user.click(await screen.findByRole('button', { name: 'Deploy 2 changes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deploy changes?' }));
    const changes = within(await dialog.findByRole('list', { name: 'Who gains or loses access' }));
    expect(changes.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'The group Staff and Bob Stone can no longer reach 10.0.0.0/24 (TCP port 443)',
      'All users except the group Staff (4 people) can now reach ::/0',
    ]);
    expect(dialog.getByText('1 loses access, 1 gains access')).toBeVisible();
    const pending = within(dialog.getByRole('list', { name: 'Changes to deploy' }));
    expect(pending.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'DatabasesAddresses: any → 10.0.5.9Ports: any → 443Aliases: Databases → –Priority: 10 → 0Changed',
      'PrintersNew',
    ]);
    await user.click(dialog.getByRole('button', { name: 'Deploy' }));
    await waitFor(() => expect(sent).toEqual([{ rules: [3, 4], aliases: [] }]));
  });

  it('asks for a reason before it deploys what breaks an access test', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(diffAccess, { changes: [], change_count: 0 }),
      respond(listAccessTests, [givenAccess.test(), givenAccess.test({ id: 2, name: 'Other' })]),
      respond(runAccessTests, [
        givenAccess.testResult({
          after: 'fails',
          counterexample: {
            ...{ location_id: 1, user_id: 7, network_device_id: null, source_count: 3 },
            ...{ address: '10.0.5.9', protocol: 6, port: 443 },
          },
        }),
        givenAccess.testResult({ test_id: 2 }),
      ]),
      respond(deployAccess, ({ body }) => {
        sent.push(body.override_reason);
        return { rules: [], aliases: [] };
      }),
    );
    const { user } = renderRoute('/access-rules', { me });
    await user.click(await screen.findByRole('button', { name: 'Deploy 2 changes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Deploy changes?' }));
    expect(await dialog.findByText('1 access test would fail')).toBeVisible();
    expect(
      dialog.getByText('Payroll works: Bob Stone and 2 more can’t reach 10.0.5.9 (TCP port 443) in Warsaw.'),
    ).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Deploy anyway' }));
    expect(dialog.getByRole('textbox', { name: 'Reason to deploy anyway' })).toHaveAccessibleDescription(
      /^Enter a reason/,
    );
    expect(dialog.getByRole('textbox')).toHaveFocus();
    expect(sent).toEqual([]);
    await user.type(dialog.getByRole('textbox'), 'Payroll moved');
    await user.click(dialog.getByRole('button', { name: 'Deploy anyway' }));
    await waitFor(() => expect(sent).toEqual(['Payroll moved']));
  });

  it('marks the deployed ones of the selected rules for deletion', async () => {
    const marked: string[] = [];
    server.use(
      respond(deleteAccessRule, ({ params }) => {
        marked.push(String(params.id));
        return null;
      }),
    );
    const { user } = renderRoute('/access-rules', { me });
    await user.click(await screen.findByRole('checkbox', { name: 'Select Intranet' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Printers' }));
    expect(screen.getByRole('button', { name: 'Deploy 1 change' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Mark 1 for deletion' }));
    expect(await screen.findByText('1 rule will be deleted with the next deployment')).toBeVisible();
    expect(marked).toEqual(['1']);
  });

  it('says that rules have no effect until a location enforces them', async () => {
    server.use(respond(listLocations, [givenNetwork.location()]));
    renderRoute('/access-rules', { me });
    expect(await screen.findByText(/^No location enforces access rules yet/)).toBeVisible();
  });
});

describe('the form of an access rule', () => {
  it('adds a rule and says in words what it does', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(addAccessRule, ({ body }) => {
        sent.push([body.name, body.allowed_groups, body.destination, body.ports, body.all_networks]);
        return added;
      }),
    );
    const { user, router } = renderRoute('/access-rules/new', { me });
    expect(await screen.findByText('Choose whom the rule allows or denies.')).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Printers');
    await user.click(screen.getByRole('combobox', { name: /^Allowed groups/ }));
    await user.click(await screen.findByRole('option', { name: 'Staff' }));
    await user.type(screen.getByRole('combobox', { name: /^Addresses/ }), '192.168.70.0/24{Enter}');
    await user.type(screen.getByRole('combobox', { name: /^Ports/ }), '9100{Enter}');
    expect(
      screen.getByText(/^The group Staff can reach 192\.168\.70\.0\/24 .*9100\) in all locations\./),
    ).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add rule' }));
    await waitFor(() => expect(sent).toEqual([['Printers', [2], '192.168.70.0/24', '9100', true]]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/access-rules'));
  });

  it.each([
    ['a reversed range', '10.0.0.9-10.0.0.1', /reverse|first/i],
    ['no address', 'printer.local', /address/i],
  ])('reports %s beside the field before it is sent', async (_, text, message) => {
    const { user } = renderRoute('/access-rules/1', { me });
    const addresses = await screen.findByRole('combobox', { name: /^Addresses/ });
    await user.type(addresses, `${text}{Enter}`);
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(addresses).toHaveAccessibleDescription(expect.stringMatching(message)));
  });

  it('shows what the server refuses beside the field, and keeps the values', async () => {
    server.use(refuse(updateAccessRule, 422, 'access_alias_pending'));
    const { user } = renderRoute('/access-rules/1', { me });
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.type(name, ' 2');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(await screen.findByText(/alias/i, { selector: '[role="alert"], [role="alert"] *' })).toBeVisible();
    expect(name).toHaveValue('Intranet 2');
  });
});

describe('the access tests', () => {
  it('are listed with what they expect, their results, and a connection that fails', async () => {
    server.use(
      respond(listAccessTests, [
        givenAccess.test(),
        givenAccess.test({
          ...{ id: 2, name: 'No SSH', expectation: 'denied', source_kind: 'group', source_id: 2 },
          ...{ destination: '10.0.0.0/8', ports: '22', location_id: 1 },
        }),
        givenAccess.test({
          id: 3,
          name: 'Empty',
          source_kind: 'user',
          source_id: 7,
          destination: '',
          ports: '',
          protocols: [],
        }),
      ]),
      respond(runAccessTests, [
        givenAccess.testResult(),
        givenAccess.testResult({
          ...{ test_id: 2, after: 'fails' },
          counterexample: {
            ...{ location_id: 1, user_id: 7, network_device_id: null, source_count: 1 },
            ...{ address: '10.0.0.0', protocol: 6, port: 22 },
          },
        }),
        givenAccess.testResult({ test_id: 3, current: 'no_source', after: 'no_source' }),
      ]),
    );
    setWindowWidth(1440);
    renderRoute('/access-rules/tests', { me });
    await screen.findByText('Passes');
    expect(await rowsOf('Tests')).toEqual([
      'Payroll worksAll users can reach 10.0.5.9 (TCP port 443)Passes–',
      'No SSHThe group Staff can’t reach 10.0.0.0/8 (TCP port 22) in WarsawFails after deploymentBob Stone can reach 10.0.0.0 (TCP port 22) in Warsaw.',
      'EmptyBob Stone can reach everythingNo matching sources–',
    ]);
  });

  it('are added for a group', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(addAccessTest, ({ body }) => {
        sent.push(body);
        return givenAccess.test();
      }),
    );
    const { user } = renderRoute('/access-rules/tests', { me });
    await user.click(await screen.findByRole('button', { name: 'Add test' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'No SSH');
    await user.click(screen.getByRole('combobox', { name: 'Who' }));
    await user.click(await screen.findByRole('option', { name: 'Group Staff' }));
    await user.click(screen.getByRole('combobox', { name: 'Expectation' }));
    await user.click(await screen.findByRole('option', { name: 'Can reach none of the destination' }));
    await user.type(screen.getByRole('combobox', { name: /^Addresses/ }), '10.0.0.0/8{Enter}');
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add test' }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          name: 'No SSH',
          expectation: 'denied',
          source_kind: 'group',
          source_id: 2,
          location_id: null,
          destination: '10.0.0.0/8',
          ports: '',
          protocols: [],
        },
      ]),
    );
  });
});

describe('the history', () => {
  it('lists what was deployed, by whom, and links to the rules of that time', async () => {
    const changes = [
      { object: 'rule' as const, id: 1, name: 'Intranet', change: 'modified' as const },
      { object: 'alias' as const, id: 1, name: 'Databases', change: 'modified' as const },
      { object: 'rule' as const, id: 2, name: 'Old', change: 'deleted' as const },
    ];
    const warsaw = { object: 'location' as const, id: 1, name: 'Warsaw', change: 'modified' as const };
    const expired = [{ object: 'rule' as const, id: 3, name: 'Guests', change: 'expired' as const }];
    server.use(
      respond(listAccessVersions, {
        versions: [
          givenAccess.version({ id: 2, kind: 'expired', username: null, changes: expired }),
          givenAccess.version({ changes }),
          givenAccess.version({ id: 3, kind: 'location', username: null, changes: [warsaw] }),
        ],
        total: 3,
      }),
    );
    renderRoute('/access-rules/history', { me });
    const rows = await rowsOf('History');
    expect(rows[0]).toMatch(/ExpiryExpired Guests$/);
    expect(rows[1]).toMatch(/adaChanged Intranet and Alias Databases · Deleted Old$/);
    expect(rows[2]).toMatch(/–Changed the location Warsaw$/);
    const [, link] = screen.getAllByRole('link', { name: /2030/ });
    expect(link).toHaveAttribute('href', '/access-rules/history/1');
  });

  it('shows the rules of a version with the names of that time, and prepares their restoration', async () => {
    const restored: string[] = [];
    server.use(
      respond(getAccessVersion, {
        ...givenAccess.version({ override_reason: 'Payroll moved' }),
        rules: [givenAccess.rule({ allowed_groups: [], allowed_users: [99] })],
        names: { users: [{ id: 99, name: 'gone' }], groups: [], devices: [], locations: [], aliases: [] },
      }),
      respond(listAccessVersions, { versions: [givenAccess.version()], total: 1 }),
      respond(diffAccessVersions, { changes: [], change_count: 0 }),
      respond(restoreAccessVersion, ({ params }) => {
        restored.push(String(params.id));
        return { rules: [5] };
      }),
    );
    const { user, router } = renderRoute('/access-rules/history/1', { me });
    expect(await screen.findByText(/^gone can reach 10\.0\.5\.9 \(TCP port 443\) in all locations\./)).toBeVisible();
    expect(screen.getByText('Payroll moved')).toBeVisible();
    expect(await screen.findByText('No one gains or loses access.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore these rules' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ show: 'pending' }));
    expect(restored).toEqual(['1']);
  });
});

describe('the explanation of a decision', () => {
  it('names the deciding rule, the others, and what a deployment would change', async () => {
    const sent: unknown[] = [];
    server.use(
      respond(explainAccess, ({ body }) => {
        sent.push(body);
        const rule = { id: 1, name: 'Intranet' };
        return {
          ...givenAccess.decision({ allowed: true, reason: 'rule', rule }),
          steps: [{ rule, priority: 0, outcome: 'allows' as const }],
          obstacle: null,
          hits: givenAccess.hits(),
          pending: givenAccess.decision(),
          version: null,
        };
      }),
    );
    const { user } = renderRoute('/access-rules/explain', { me });
    await user.click(await screen.findByRole('combobox', { name: 'User or network device' }));
    await user.click(await screen.findByRole('option', { name: 'Bob Stone (bob)' }));
    await user.click(screen.getByRole('combobox', { name: 'Location' }));
    await user.click(await screen.findByRole('option', { name: 'Warsaw' }));
    await user.type(screen.getByRole('textbox', { name: 'Destination address' }), '10.0.5.9');
    await user.click(screen.getByRole('button', { name: 'Explain' }));
    expect(await screen.findByRole('status')).toHaveTextContent(
      'AllowedBob Stone can reach 10.0.5.9 (TCP port 443) in Warsaw.Decided by the rule Intranet.This rule decided 1,234 packets (56.8 kB) in the last 30 days. Last used',
    );
    const links = screen.getAllByRole('link', { name: 'Intranet' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/access-rules/1', '/access-rules/1']);
    expect(sent).toEqual([{ user_id: 7, location_id: 1, address: '10.0.5.9', protocol: 6, port: 443 }]);
    expect(screen.getByRole('note')).toHaveTextContent(/deploy/i);
  });

  it.each([
    ['Network device Printer', { device_id: 8 }, 'This device isn’t set up in this location'],
    ['Bob Stone (bob)', { user_id: 7 }, 'This user has no device in this location'],
  ])('says why %s cannot connect, whatever the rules', async (source, asked, obstacle) => {
    const sent: unknown[] = [];
    server.use(
      respond(explainAccess, ({ body }) => {
        sent.push(body);
        return {
          ...givenAccess.decision({ reason: 'protected' }),
          obstacle: 'no_device' as const,
          hits: null,
          pending: givenAccess.decision(),
          version: null,
        };
      }),
    );
    const { user } = renderRoute('/access-rules/explain', { me });
    await user.click(await screen.findByRole('combobox', { name: 'User or network device' }));
    await user.click(await screen.findByRole('option', { name: source }));
    await user.click(screen.getByRole('combobox', { name: 'Location' }));
    await user.click(await screen.findByRole('option', { name: 'Warsaw' }));
    await user.type(screen.getByRole('textbox', { name: 'Destination address' }), '10.0.5.9');
    await user.click(screen.getByRole('button', { name: 'Explain' }));
    expect(await screen.findByRole('note')).toHaveTextContent(obstacle);
    expect(screen.getByRole('status')).toHaveTextContent('no rule allows this source');
    expect(sent).toEqual([{ ...asked, location_id: 1, address: '10.0.5.9', protocol: 6, port: 443 }]);
  });
});
