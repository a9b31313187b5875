import { getGroup } from '@gatewarden/contract/groups';
import { expect } from 'vitest';
import { givenScimClient } from '../../../test/given/scim.ts';
import { test } from '../../../test/harness.ts';

const count = 10_000;
const patch = (...Operations: object[]) => ({ Operations });

test('reads and changes a group with 10 000 members', async ({ server }) => {
  const admin = await server.given.admin();
  const client = await givenScimClient(server, admin);
  const rows = await server.query(`
    insert into "user" (username, first_name, last_name, email)
    select 'u' || n, 'First', 'Last', 'u' || n || '@example.com' from generate_series(1, ${count}) n returning scim_id`);
  const members = rows.map((row) => ({ value: String(row['scim_id']) }));
  const { status, body: group } = await client.send('POST', '/Groups', { displayName: 'Everyone', members });
  expect([status, group.members.length]).toEqual([201, count]);

  const path = `/Groups/${group.id}`;
  const [first, second] = members;
  const removal = await client.send(
    'PATCH',
    path,
    patch({ op: 'remove', path: `members[value eq "${first?.value}"]` }),
  );
  expect(removal.status).toBe(204);
  const each = members.slice(0, 5_000).map(({ value }) => ({ op: 'Remove', path: `members[value eq "${value}"]` }));
  const added = { op: 'Add', path: 'members', value: [second] };
  expect((await client.send('PATCH', path, patch(...each, added))).status).toBe(204);
  expect((await client.send('GET', path)).body.members).toHaveLength(5_001);

  const replaced = await client.send('PUT', path, { displayName: 'Everyone', members: members.slice(1) });
  expect(replaced.body.members).toHaveLength(count - 1);
  const list = await client.send('GET', '/Groups');
  const { members: listed } = list.body.Resources.find(({ id }: { id: string }) => id === group.id);
  expect(listed[0]).toEqual({
    value: second?.value,
    $ref: expect.stringContaining(`/Users/${second?.value}`),
    display: 'First Last',
  });
  const without = await client.send('GET', '/Groups?excludedAttributes=members&filter=displayName+eq+"everyone"');
  expect(without.body.Resources).toEqual([expect.not.objectContaining({ members: expect.anything() })]);
  expect((await admin.call(getGroup, { params: { name: 'Everyone' } })).members).toHaveLength(count - 1);
  const tooMany = Array.from({ length: 20_001 }, () => members[0]);
  expect(await client.send('PUT', path, { displayName: 'Everyone', members: tooMany })).toMatchObject({
    status: 400,
    body: { scimType: 'tooMany' },
  });
});
