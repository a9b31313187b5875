import { type AccessQuestion, deleteAccessRule, explainAccess } from '@gatewarden/contract/access';
import { updateLocation } from '@gatewarden/contract/locations';
import { describe, expect } from 'vitest';
import { locationBody, removeNetwork } from '../../../test/given/network.ts';
import { type TestServer, test } from '../../../test/harness.ts';

test.beforeEach(async ({ server }) => {
  await removeNetwork(server);
  await server.database.query('delete from access_rule');
});

async function givenQuestion({ given }: TestServer, acl = { acl_enabled: true, acl_default_allow: false }) {
  const user = await given.user();
  const location = await given.location(acl);
  const { device } = await given.device(user);
  const packet = { location_id: location.id, address: '10.20.0.1', protocol: 6, port: 443 };
  const explain = async (changes: Partial<AccessQuestion> = {}) =>
    (await given.admin()).call(explainAccess, { body: { ...packet, user_id: user.id, ...changes } });
  return { user, location, device, packet, explain };
}

describe('explaining a connection', () => {
  test('names the deciding rule and why the others did not decide', async ({ server }) => {
    const { given } = server;
    const { user, location, explain } = await givenQuestion(server);
    const other = await given.deployedRule({ name: 'Other port', ports: '22' });
    const web = await given.deployedRule({
      name: 'Web',
      allow_all_users: false,
      allowed_users: [user.id],
      priority: 5,
    });
    const last = await given.deployedRule({ name: 'Last', destination: '', ports: '', protocols: [], priority: 9 });
    await given.deployedRule({ name: 'Elsewhere', all_networks: false, networks: [(await given.location()).id] });

    expect(await explain()).toMatchObject({
      ...{ allowed: true, reason: 'rule', rule: { id: web.id, name: 'Web' }, obstacle: null },
      steps: [
        { rule: { id: other.id, name: 'Other port' }, priority: 0, outcome: 'other_service' },
        { rule: { id: web.id }, priority: 5, outcome: 'allows' },
        { rule: { id: last.id }, priority: 9, outcome: 'not_reached' },
      ],
    });
    expect(await explain({ location_id: location.id, port: 444 })).toMatchObject({ rule: { id: last.id } });
  });

  test('says that a destination is protected, or that the default decides', async ({ server }) => {
    const { given } = server;
    const { explain } = await givenQuestion(server, { acl_enabled: true, acl_default_allow: true });
    const other = await given.user();
    await given.deployedRule({ allow_all_users: false, allowed_users: [other.id] });

    expect(await explain()).toMatchObject({ allowed: false, reason: 'protected', rule: null });
    expect(await explain({ address: '10.20.0.2' })).toMatchObject({ allowed: true, reason: 'default' });
    expect(await explain({ address: '::ffff:10.20.0.1' })).toMatchObject({ allowed: false, reason: 'protected' });
  });

  test('answers for a device as for its owner', async ({ server }) => {
    const { user, device, packet } = await givenQuestion(server);
    await server.given.deployedRule({ allow_all_users: false, allowed_users: [user.id] });
    const admin = await server.given.admin();

    const answer = await admin.call(explainAccess, { body: { ...packet, device_id: device.id } });

    expect(answer).toMatchObject({ allowed: true, reason: 'rule', obstacle: null });
  });

  test('says what a deployment of the pending changes would change', async ({ server }) => {
    const { given } = server;
    const { explain } = await givenQuestion(server);
    const rule = await given.deployedRule();
    await (await given.admin()).call(deleteAccessRule, { params: { id: String(rule.id) } });
    const draft = await given.accessRule({ destination: '10.20.0.2' });

    expect(await explain()).toMatchObject({ allowed: true, pending: { allowed: false, reason: 'default' } });
    expect(await explain({ address: '10.20.0.2' })).toMatchObject({
      allowed: false,
      pending: { allowed: true, rule: { id: draft.id } },
    });
  });

  test('says that everything is forwarded while access control is off', async ({ server }) => {
    const { location, explain } = await givenQuestion(server);
    const admin = await server.given.admin();
    await admin.call(updateLocation, { params: { id: String(location.id) }, body: locationBody(1) });

    expect(await explain()).toMatchObject({ allowed: true, reason: 'off' });
  });

  test('says what keeps a user without a device out of the location', async ({ server }) => {
    const { explain } = await givenQuestion(server);
    const { id } = await server.given.user();

    expect(await explain({ user_id: id })).toMatchObject({ allowed: false, obstacle: 'no_device' });
  });

  test.for([
    ['access_question_invalid', 'address', { address: 'office' }],
    ['access_question_invalid', 'user_id', { user_id: undefined }],
    ['user_not_found', 'user_id', { user_id: 999_999 }],
    ['location_not_found', 'location_id', { location_id: 999_999 }],
  ] as const)('refuses a question with %s in %s', async ([code, field, changes], { server }) => {
    const { packet, user } = await givenQuestion(server);
    const admin = await server.given.admin();
    const { body } = await admin.try(explainAccess, { body: { ...packet, user_id: user.id, ...changes } });
    expect([body.code, body.field]).toEqual([code, field]);
  });
});
