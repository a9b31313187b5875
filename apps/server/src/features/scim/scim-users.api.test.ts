import { getUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { givenScimClient } from '../../../test/given/scim.ts';
import { test } from '../../../test/harness.ts';

test('creates, reads, replaces, disables and deletes an account', async ({ server }) => {
  const admin = await server.given.admin();
  const client = await givenScimClient(server, admin);
  const name = uniqueName('eve');
  const created = await client.send('POST', '/Users', {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    userName: `${name}@example.com`,
    externalId: 'e-1',
    name: { givenName: 'Eve', familyName: 'Adder' },
    emails: [{ value: `${name}@example.com`, type: 'work', primary: true }],
    active: true,
  });
  expect(created).toMatchObject({
    status: 201,
    body: { userName: `${name}@example.com`, externalId: 'e-1', displayName: 'Eve Adder', active: true, groups: [] },
  });
  const { id } = created.body;
  expect(created.headers.get('location')).toBe(`${server.url.replace('127.0.0.1', 'localhost')}/scim/v2/Users/${id}`);
  const params = { username: name };
  expect((await admin.call(getUser, { params })).user).toMatchObject({
    ...{ managed_by: 'scim', first_name: 'Eve', last_name: 'Adder', is_active: true },
    managed_fields: ['username', 'first_name', 'last_name', 'email', 'is_active'],
  });
  const { groups: _, ...record } = created.body;
  const replaced = await client.send('PUT', `/Users/${id}`, { ...record, name: { givenName: 'Eva' }, active: 'False' });
  expect(replaced).toMatchObject({ status: 200, body: { name: { givenName: 'Eva' }, active: false } });
  expect((await admin.call(getUser, { params })).user).toMatchObject({ first_name: 'Eva', is_active: false });
  expect(await client.send('DELETE', `/Users/${id}`)).toMatchObject({ status: 204, body: undefined });
  expect(await client.send('GET', `/Users/${id}`)).toMatchObject({ status: 404, body: { status: '404' } });
});
