import { getGroup } from '@gatewarden/contract/groups';
import { getUser } from '@gatewarden/contract/users';
import { expect } from 'vitest';
import { uniqueName } from '../../../test/calls/unique-name.ts';
import { givenScimClient, type ScimReply } from '../../../test/given/scim.ts';
import { test } from '../../../test/harness.ts';

/** A request of a sequence: `$user` and `$group` stand for the ids of earlier answers. */
interface Step {
  readonly name: string;
  readonly request: readonly [method: string, path: string, body?: unknown];
  readonly answer: object;
  /** The name of the id that the answer has. */
  readonly saves?: string;
}

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const patch = (...Operations: object[]) => ({ schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations });
const found = (...resources: object[]) => ({
  status: 200,
  body: { totalResults: resources.length, Resources: resources },
});
const quoted = (text: string) => encodeURIComponent(`"${text}"`);

/** Microsoft: "Develop and plan provisioning for a SCIM endpoint", and the requests of its SCIM Validator. */
function entraSteps(name: string): Step[] {
  const userName = `${name}@contoso.com`;
  const group = `${name} group`;
  return [
    {
      name: 'probes with a user that cannot exist',
      request: ['GET', `/Users?filter=userName+eq+${quoted(`no-${name}`)}`],
      answer: found(),
    },
    {
      name: 'creates a user with the enterprise extension',
      request: [
        'POST',
        '/Users',
        {
          schemas: [userSchema, enterprise],
          externalId: name,
          userName,
          active: true,
          meta: { resourceType: 'User' },
          displayName: 'Test User',
          name: { formatted: 'Test User', familyName: 'User', givenName: 'Test' },
          emails: [{ primary: true, type: 'work', value: userName }],
          phoneNumbers: [{ type: 'fax', value: '12345' }],
          addresses: [{ type: 'work', country: 'Poland' }],
          roles: [],
          [enterprise]: { department: 'Sales', manager: { value: 'unknown' } },
        },
      ],
      answer: { status: 201, body: { userName, externalId: name, displayName: 'Test User', active: true } },
      saves: 'user',
    },
    {
      name: 'creates the same user again',
      request: ['POST', '/Users', { userName, emails: [{ value: `other-${userName}` }] }],
      answer: { status: 409, body: { scimType: 'uniqueness' } },
    },
    {
      name: 'finds it by userName in another case',
      request: ['GET', `/Users?filter=userName+eq+${quoted(userName.toUpperCase())}`],
      answer: found({ userName }),
    },
    {
      name: 'finds it by externalId',
      request: ['GET', `/Users?filter=externalId+eq+${quoted(name)}`],
      answer: found({ id: '$user' }),
    },
    {
      name: 'finds it by its email address',
      request: ['GET', `/Users?filter=${encodeURIComponent(`emails[type eq "work"].value eq "x"`)}`],
      answer: { status: 400, body: { scimType: 'invalidFilter' } },
    },
    {
      name: 'finds it by an item',
      request: ['GET', `/Users?filter=${encodeURIComponent(`emails[type eq "work" and value eq "${userName}"]`)}`],
      answer: found({ id: '$user' }),
    },
    {
      name: 'reads it',
      request: ['GET', '/Users/$user'],
      answer: { status: 200, body: { id: '$user', name: { givenName: 'Test' } } },
    },
    {
      name: 'replaces attributes with capitals, paths and an extension',
      request: [
        'PATCH',
        '/Users/$user',
        patch(
          { op: 'Replace', path: 'emails[type eq "work"].value', value: `new-${userName}` },
          { op: 'Replace', path: 'name.familyName', value: 'Renamed' },
          { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+48 (22) 600-10-20-30' },
          { op: 'Add', path: `${enterprise}:department`, value: 'Support' },
          { op: 'Replace', path: `${userSchema}:displayName`, value: 'Shown Name' },
        ),
      ],
      answer: {
        status: 200,
        body: {
          emails: [{ value: `new-${userName}` }],
          name: { familyName: 'Renamed', givenName: 'Test', formatted: 'Test Renamed' },
          displayName: 'Shown Name',
          phoneNumbers: [{ value: '+4822600102030', type: 'mobile' }],
        },
      },
    },
    {
      name: 'replaces attributes without a path',
      request: [
        'PATCH',
        '/Users/$user',
        patch({
          op: 'replace',
          value: {
            'name.givenName': 'Dotted',
            displayName: 'Again',
            active: 'True',
            [`${enterprise}:department`]: 'Sales',
          },
        }),
      ],
      answer: {
        status: 200,
        body: { name: { givenName: 'Dotted', familyName: 'Renamed' }, displayName: 'Again', active: true },
      },
    },
    {
      name: 'disables with a text',
      request: ['PATCH', '/Users/$user', patch({ op: 'Replace', path: 'active', value: 'False' })],
      answer: { status: 200, body: { active: false } },
    },
    {
      name: 'finds the disabled user',
      request: ['GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}" and active eq false`)}`],
      answer: found({ id: '$user' }),
    },
    {
      name: 'enables in its older mode',
      request: [
        'PATCH',
        '/Users/$user',
        patch({ op: 'Replace', path: 'active', value: [{ $ref: null, value: 'True' }] }),
      ],
      answer: { status: 200, body: { active: true } },
    },
    {
      name: 'removes an attribute',
      request: ['PATCH', '/Users/$user', patch({ op: 'Remove', path: 'phoneNumbers[type eq "mobile"]' })],
      answer: { status: 200, body: expect.not.objectContaining({ phoneNumbers: expect.anything() }) },
    },
    {
      name: 'creates a group',
      request: ['POST', '/Groups', { displayName: group, externalId: `g-${name}`, members: [] }],
      answer: { status: 201, body: { displayName: group, externalId: `g-${name}`, members: [] } },
      saves: 'group',
    },
    {
      name: 'creates the group again',
      request: ['POST', '/Groups', { displayName: group }],
      answer: { status: 409, body: { scimType: 'uniqueness' } },
    },
    {
      name: 'finds the group without its members',
      request: ['GET', `/Groups?excludedAttributes=members&filter=displayName+eq+${quoted(group)}`],
      answer: found({ id: '$group' }),
    },
    {
      name: 'adds a member',
      request: [
        'PATCH',
        '/Groups/$group',
        patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '$user' }] }),
      ],
      answer: { status: 204, body: undefined },
    },
    {
      name: 'asks whether the user is a member',
      request: [
        'GET',
        `/Groups?attributes=id&filter=${encodeURIComponent('id eq "$group" and members eq "$user"').replaceAll('%24', '$')}`,
      ],
      answer: found({ id: '$group' }),
    },
    {
      name: 'renames the group',
      request: ['PATCH', '/Groups/$group', patch({ op: 'Replace', path: 'displayName', value: `${group} 2` })],
      answer: { status: 204 },
    },
    {
      name: 'reads the group',
      request: ['GET', '/Groups/$group'],
      answer: {
        status: 200,
        body: { displayName: `${group} 2`, members: [{ value: '$user', display: 'Dotted Renamed' }] },
      },
    },
    {
      name: 'removes the member',
      request: ['PATCH', '/Groups/$group', patch({ op: 'Remove', path: 'members[value eq "$user"]' })],
      answer: { status: 204 },
    },
    {
      name: 'adds and removes by a list',
      request: [
        'PATCH',
        '/Groups/$group?attributes=members',
        patch(
          { op: 'add', path: 'members', value: [{ value: '$user' }] },
          { op: 'remove', path: 'members', value: [{ value: '$user' }] },
        ),
      ],
      answer: { status: 200, body: { id: '$group', members: [] } },
    },
    { name: 'deletes the group', request: ['DELETE', '/Groups/$group'], answer: { status: 204 } },
    { name: 'deletes the user', request: ['DELETE', '/Users/$user'], answer: { status: 204 } },
    {
      name: 'no longer finds the user',
      request: ['GET', `/Users?filter=userName+eq+${quoted(userName)}`],
      answer: found(),
    },
    {
      name: 'deletes the user again',
      request: ['DELETE', '/Users/$user'],
      answer: { status: 404, body: { status: '404', schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] } },
    },
  ];
}

/** Okta: "Okta SCIM 2.0 SPEC Test" and "Understanding of user and group provisioning". */
function oktaSteps(name: string): Step[] {
  const userName = `${name}@okta.example.com`;
  const user = (changes: object) => ({
    schemas: [userSchema],
    id: '$user',
    userName,
    name: { givenName: 'Okta', familyName: 'User' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Okta User',
    locale: 'en-US',
    password: 'not stored',
    groups: [],
    active: true,
    ...changes,
  });
  return [
    {
      name: 'reads the first page',
      request: ['GET', '/Users?count=1&startIndex=1'],
      answer: {
        status: 200,
        body: {
          itemsPerPage: 1,
          startIndex: 1,
          schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
          Resources: [
            {
              id: expect.any(String),
              name: expect.anything(),
              userName: expect.any(String),
              active: expect.any(Boolean),
              emails: [{ value: expect.any(String) }],
            },
          ],
        },
      },
    },
    {
      name: 'reads an unknown user',
      request: ['GET', '/Users/010101001010101011001010101011'],
      answer: {
        status: 404,
        body: { detail: expect.any(String), schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'] },
      },
    },
    {
      name: 'looks for the user',
      request: ['GET', `/Users?filter=userName%20eq%20${quoted(userName)}&startIndex=1&count=100`],
      answer: { status: 200, body: { totalResults: 0, itemsPerPage: 0, Resources: [] } },
    },
    {
      name: 'creates the user',
      request: ['POST', '/Users', { ...user({ externalId: `00u-${name}` }), id: undefined }],
      answer: { status: 201, body: { userName, active: true, name: { familyName: 'User', givenName: 'Okta' } } },
      saves: 'user',
    },
    {
      name: 'creates it again',
      request: ['POST', '/Users', { ...user({}), id: undefined }],
      answer: { status: 409, body: { scimType: 'uniqueness' } },
    },
    {
      name: 'replaces the profile',
      request: ['PUT', '/Users/$user', user({ name: { givenName: 'Another', familyName: 'User' } })],
      answer: { status: 200, body: { id: '$user', externalId: `00u-${name}`, name: { givenName: 'Another' } } },
    },
    {
      name: 'deactivates',
      request: ['PATCH', '/Users/$user', patch({ op: 'replace', value: { active: false } })],
      answer: { status: 200, body: { active: false } },
    },
    {
      name: 'reactivates',
      request: ['PUT', '/Users/$user', user({ active: true })],
      answer: { status: 200, body: { active: true } },
    },
    {
      name: 'reads groups',
      request: ['GET', '/Groups?startIndex=1&count=100'],
      answer: { status: 200, body: { Resources: expect.any(Array) } },
    },
    {
      name: 'pushes a group',
      request: [
        'POST',
        '/Groups',
        {
          schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
          displayName: `Push ${name}`,
          members: [{ value: '$user', display: userName }],
        },
      ],
      answer: { status: 201, body: { members: [{ value: '$user' }] } },
      saves: 'group',
    },
    {
      name: 'renames it with its id in the value',
      request: [
        'PATCH',
        '/Groups/$group',
        patch({ op: 'replace', value: { id: '$group', displayName: `Pushed ${name}` } }),
      ],
      answer: { status: 204 },
    },
    {
      name: 'replaces the members',
      request: ['PATCH', '/Groups/$group', patch({ op: 'replace', path: 'members', value: [] })],
      answer: { status: 204 },
    },
    {
      name: 'removes and adds members',
      request: [
        'PATCH',
        '/Groups/$group',
        patch(
          { op: 'remove', path: 'members[value eq "$user"]' },
          { op: 'add', path: 'members', value: [{ value: '$user', display: userName }] },
        ),
      ],
      answer: { status: 204 },
    },
    {
      name: 'reads the group',
      request: ['GET', '/Groups/$group'],
      answer: { status: 200, body: { displayName: `Pushed ${name}`, members: [{ value: '$user' }] } },
    },
    {
      name: 'shows the groups of the user',
      request: ['GET', '/Users/$user'],
      answer: { status: 200, body: { groups: [{ value: '$group', display: `Pushed ${name}`, type: 'direct' }] } },
    },
    {
      name: 'replaces the group',
      request: ['PUT', '/Groups/$group', { displayName: `Put ${name}`, members: [] }],
      answer: { status: 200, body: { displayName: `Put ${name}`, members: [] } },
    },
    { name: 'deletes the group', request: ['DELETE', '/Groups/$group'], answer: { status: 204 } },
  ];
}

test.for([
  ['Microsoft Entra', entraSteps],
  ['Okta', oktaSteps],
] as const)('answers the requests of %s', async ([, steps], { server }) => {
  const client = await givenScimClient(server, await server.given.admin());
  const ids: Record<string, string> = {};
  const fill = <T>(value: T): T =>
    value === undefined
      ? value
      : (JSON.parse(JSON.stringify(value).replaceAll(/\$(user|group)/g, (_, name: string) => ids[name] ?? '')) as T);
  const withIds = (reply: ScimReply): unknown => {
    const names = Object.entries(ids).map(([name, id]) => [id, `$${name}`] as const);
    const text = names.reduce((json, [id, name]) => json.replaceAll(id, name), JSON.stringify(reply.body ?? null));
    return { status: reply.status, body: JSON.parse(text) ?? undefined };
  };
  for (const { name, request, answer, saves } of steps(uniqueName('lee'))) {
    const [method, path, body] = request;
    const reply = await client.send(method, fill(path), fill(body));
    if (saves) ids[saves] = reply.body.id;
    expect(withIds(reply), name).toMatchObject(answer);
    if (reply.body) expect(reply.headers.get('content-type')).toBe('application/scim+json; charset=utf-8');
  }
});

test('shows in the console who manages accounts and groups, and logs changes with the name of the token', async ({
  server,
}) => {
  const admin = await server.given.admin();
  const client = await givenScimClient(server, admin, 'Contoso');
  const name = uniqueName('ann');
  const user = await client.send('POST', '/Users', { userName: `${name}@example.com`, displayName: 'Ann Bee' });
  await client.send('POST', '/Groups', { displayName: name, members: [{ value: user.body.id }] });
  expect((await admin.call(getUser, { params: { username: name } })).user).toMatchObject({
    ...{ managed_by: 'scim', first_name: 'Ann', last_name: 'Bee', groups: [name] },
  });
  expect(await admin.call(getGroup, { params: { name } })).toMatchObject({ managed_by: 'scim', members: [name] });
  const entries = await server.database.query(
    `select event, username, device from activity_entry where device like '%SCIM token: Contoso)' order by id`,
  );
  expect(entries).toEqual(
    ['user_added', 'group_added', 'group_members_modified'].map((event) => ({
      ...{ event, username: null },
      device: 'node (SCIM token: Contoso)',
    })),
  );
});
