import { addGroupMember } from '@gatewarden/contract/groups';
import { getHome } from '@gatewarden/contract/home';
import { listNotifications } from '@gatewarden/contract/notifications';
import { importUsers, previewImport } from '@gatewarden/contract/user-import';
import { deleteUser, updateUser } from '@gatewarden/contract/users';
import * as contract from '@gatewarden/contract/webhooks';
import { Webhook as Verifier } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { givenMailServer } from '../../../test/given/mail-codes.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type ReceivedRequest, startReceiver } from '../../../test/receiver.ts';
import { startSmtpSink } from '../../../test/smtp-sink.ts';

const start = () => startTestServer({ environment: { GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.0/8' } });

const noTriggers = {
  on_user_created: false,
  on_user_deleted: false,
  on_user_modified: false,
  on_hwkey_provision: false,
};
const userTriggers = { ...noTriggers, on_user_created: true, on_user_deleted: true, on_user_modified: true };

async function addWebhook(server: TestServer, url: string, change: object = userTriggers) {
  const admin = await server.given.admin();
  const body = { url, description: 'Ticket system', token: 'secret-token', enabled: true, ...noTriggers, ...change };
  const { id, signing_secret } = await admin.call(contract.addWebhook, { body });
  return { id: String(id), signing_secret };
}

async function stateOf(server: TestServer, id: string) {
  const admin = await server.given.admin();
  return (await admin.call(contract.getWebhook, { params: { id } })).state;
}

const eventsOf = (requests: readonly ReceivedRequest[]) => requests.map(({ headers }) => headers['x-defguard-event']);
const bodyOf = (request: ReceivedRequest | undefined) => JSON.parse(request?.body ?? 'null') as Record<string, unknown>;

describe('webhooks', () => {
  it('sends what the interface documents, signed as Standard Webhooks says', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const { signing_secret } = await addWebhook(server, `${receiver.url}/hook`);
    await server.given.user({ username: 'una' });
    const [request] = await receiver.waitFor(1);
    expect(request).toMatchObject({
      path: '/hook',
      headers: { authorization: 'Bearer secret-token', 'content-type': 'application/json' },
    });
    expect(eventsOf(receiver.received)).toEqual(['user_created']);
    expect(bodyOf(request)).toMatchObject({ username: 'una', email: 'una@example.com', groups: [], is_active: true });
    const verify = (body: string) =>
      new Verifier(signing_secret).verify(body, request?.headers as Record<string, string>);
    expect(verify(request?.body ?? '')).toMatchObject({ username: 'una' });
    expect(() => verify(`${request?.body} `)).toThrow('No matching signature found');
  });

  it('follows from what happened, whichever call caused it', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    await addWebhook(server, receiver.url);
    const csv = 'username,first_name,last_name,email\nola,Ola,Nowak,ola@example.com\nmin,Min,Kim,min@example.com\n';
    const { digest } = await admin.call(previewImport, { body: { csv } });
    await admin.call(importUsers, { body: { csv, digest } });
    await receiver.waitFor(2);
    expect(eventsOf(receiver.received)).toEqual(['user_created', 'user_created']);
    expect(receiver.received.map((request) => bodyOf(request)['username'])).toEqual(['ola', 'min']);
  });

  it('sends the account as it was at each event, and the name of a deleted one', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    const group = await server.given.group({ name: 'Sales' });
    const { id } = await addWebhook(server, receiver.url);
    receiver.answer(503);
    const { username } = await server.given.user({ username: 'una' });
    await receiver.waitFor(1);
    await admin.call(addGroupMember, { params: { name: group.name }, body: { username } });
    await admin.call(updateUser, { params: { username }, body: { last_name: 'Nowak' } });
    await admin.call(deleteUser, { params: { username } });
    receiver.answer(200);
    await admin.call(contract.setWebhookState, { params: { id }, body: { enabled: false } });
    await admin.call(contract.setWebhookState, { params: { id }, body: { enabled: true } });
    await receiver.waitFor(4);
    const [, ...requests] = receiver.received;
    expect(eventsOf(requests)).toEqual(['user_created', 'user_modified', 'user_deleted']);
    expect(bodyOf(requests[0])).toMatchObject({ last_name: 'User', groups: [] });
    expect(bodyOf(requests[1])).toMatchObject({ last_name: 'Nowak' });
    expect(bodyOf(requests[2])).toEqual({ username });
  });

  it('gives the two requests about one entry different ids, with which receivers remove repetitions', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    const { username } = await server.given.user();
    await addWebhook(server, receiver.url, { ...userTriggers, events: ['user_modified'] });
    await admin.call(updateUser, { params: { username }, body: { last_name: 'Nowak' } });
    await receiver.waitFor(2);
    expect(eventsOf(receiver.received)).toEqual(['user_modified', 'user_modified']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  });

  it('sends every chosen event of the activity log', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    await addWebhook(server, receiver.url, { events: ['group_added', 'user_added'] });
    await server.given.user();
    await server.given.group({ name: 'Sales' });
    await receiver.waitFor(2);
    expect(eventsOf(receiver.received)).toEqual(['user_added', 'group_added']);
    expect(bodyOf(receiver.received[1])).toMatchObject({
      type: 'group_added',
      data: { event: 'group_added', username: 'rosa', module: 'gatewarden', metadata: { group: { name: 'Sales' } } },
    });
  });

  it('repeats a failed request with the same id until it is accepted, and keeps the order', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const { id } = await addWebhook(server, receiver.url);
    receiver.answer(500, 'try later');
    await server.given.user({ username: 'una' });
    await receiver.waitFor(1);
    await expect.poll(async () => (await stateOf(server, id)).attempts).toBe(1);
    await server.given.user({ username: 'ula' });
    server.clock.advance({ seconds: 6 });
    await receiver.waitFor(2);
    await expect
      .poll(() => stateOf(server, id))
      .toMatchObject({ attempts: 2, error: { reason: 'status', detail: '500' }, stopped: null });
    expect((await stateOf(server, id)).waiting).toBeGreaterThan(1);
    receiver.answer(204);
    server.clock.advance({ seconds: 11 });
    await receiver.waitFor(4);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids.slice(0, 3)).size).toBe(1);
    expect(receiver.received.map((request) => bodyOf(request)['username'])).toEqual(['una', 'una', 'una', 'ula']);
    await expect
      .poll(async () => await stateOf(server, id))
      .toMatchObject({ attempts: 0, error: null, waiting: 0, failing_since: null });
  });

  it('does not delay others while one fails or is slow', async () => {
    await using server = await start();
    await using broken = await startReceiver();
    await using slow = await startReceiver();
    await using receiver = await startReceiver();
    broken.answer(500);
    slow.handle((_, response) => response.write('x'));
    for (const { url } of [broken, slow, receiver]) await addWebhook(server, url);
    for (let count = 1; count <= 3; count += 1) {
      await server.given.user();
      await receiver.waitFor(count);
    }
    expect(broken.received).toHaveLength(1);
    expect(slow.received).toHaveLength(1);
  });

  it('disables itself after a day of failures, and loses nothing', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    const { id } = await addWebhook(server, receiver.url);
    receiver.answer(500);
    await server.given.user({ username: 'una' });
    await expect.poll(async () => (await stateOf(server, id)).attempts).toBe(1);
    server.clock.advance({ hours: 23 });
    await expect.poll(async () => (await stateOf(server, id)).attempts).toBe(2);
    expect((await stateOf(server, id)).stopped).toBeNull();
    server.clock.advance({ hours: 2 });
    await expect.poll(async () => (await stateOf(server, id)).stopped).toBe('failing');
    const again = await server.given.signedIn(admin.username);
    expect((await again.call(contract.getWebhook, { params: { id } })).enabled).toBe(false);
    receiver.answer(200);
    const count = receiver.received.length;
    await again.call(contract.setWebhookState, { params: { id }, body: { enabled: true } });
    await receiver.waitFor(count + 1);
    expect(bodyOf(receiver.received.at(-1))).toMatchObject({ username: 'una' });
  });

  it('disables itself when the receiver says that it is gone', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const { id } = await addWebhook(server, receiver.url);
    receiver.answer(410);
    await server.given.user();
    await expect.poll(async () => await stateOf(server, id)).toMatchObject({ stopped: 'gone' });
    expect(await latestEntry(server, 'web_hook_stopped')).toMatchObject({
      username: null,
      description: 'Webhook Ticket system: status 410',
    });
  });

  it('delivers from a point in time again', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    await server.given.user({ username: 'before' });
    server.clock.advance({ minutes: 1 });
    const from = server.clock.now().toISOString();
    await server.given.user({ username: 'una' });
    const { id } = await addWebhook(server, receiver.url);
    await admin.call(contract.replayWebhook, { params: { id }, body: { from } });
    await receiver.waitFor(1);
    expect(receiver.received.map((request) => bodyOf(request)['username'])).toEqual(['una']);
  });

  it('skips what waits if the point in time is the present', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    const { id } = await addWebhook(server, receiver.url);
    receiver.answer(500);
    await server.given.user({ username: 'una' });
    await receiver.waitFor(1);
    receiver.answer(200);
    server.clock.advance({ seconds: 1 });
    await admin.call(contract.replayWebhook, { params: { id }, body: { from: server.clock.now().toISOString() } });
    await server.given.user({ username: 'ula' });
    await receiver.waitFor(2);
    expect(bodyOf(receiver.received[1])).toMatchObject({ username: 'ula' });
  });

  it('lists requests and answers, and sends one again', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    const { id } = await addWebhook(server, receiver.url);
    receiver.answer(200, 'stored\0');
    await server.given.user({ username: 'una' });
    const list = () => admin.call(contract.listWebhookDeliveries, { params: { id } });
    await expect.poll(async () => (await list()).data).toHaveLength(1);
    const [first] = (await list()).data;
    expect(first).toMatchObject({ event: 'user_created', attempt: 1, status: 200, error: null });
    const params = { id, deliveryId: String(first?.id) };
    const details = await admin.call(contract.getWebhookDelivery, { params });
    expect(details).toMatchObject({ answer: 'stored\ufffd', request_body: expect.stringContaining('"una"') });
    receiver.answer(404, 'x'.repeat(100_000));
    const again = await admin.call(contract.redeliverWebhook, { params });
    expect(again).toMatchObject({
      ...{ attempt: null, status: 404, error: { reason: 'status', detail: '404' } },
      ...{ message_id: details.message_id, answer: 'x'.repeat(4_096) },
    });
    expect((await list()).data).toHaveLength(2);
  });

  it('sends a test event, and reports why it failed', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    const { id } = await addWebhook(server, receiver.url, { enabled: false });
    const params = { id };
    expect(await admin.call(contract.testWebhook, { params })).toMatchObject({
      event: 'test',
      status: 200,
      error: null,
    });
    receiver.handle((_, response) => response.destroy());
    expect(await admin.call(contract.testWebhook, { params })).toMatchObject({
      status: null,
      error: { reason: 'connection' },
    });
  });

  it('follows no redirect', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    const { id } = await addWebhook(server, receiver.url, { enabled: false });
    receiver.answer(307);
    const answer = await admin.call(contract.testWebhook, { params: { id } });
    expect(answer).toMatchObject({ status: 307, error: { reason: 'status', detail: '307' } });
    expect(receiver.received).toHaveLength(1);
  });

  it('calls no address of the own network that is not listed', async () => {
    await using server = await startTestServer();
    const { id } = await addWebhook(server, 'https://localhost/hook', { enabled: false });
    const admin = await server.given.admin();
    expect(await admin.call(contract.testWebhook, { params: { id } })).toMatchObject({
      error: { reason: 'blocked_address' },
    });
    const refused = await admin.try(contract.addWebhook, {
      body: { url: 'http://example.com/', description: 'x', token: 'x', enabled: false, ...noTriggers },
    });
    expect(refused).toMatchObject({ status: 400, body: { code: 'outbound_url_refused' } });
  });

  it.each([
    ['https://10.0.0.7/hook', '10.0.0.7'],
    ['http://127.1:18999/', '127.0.0.1'],
    ['https://[::ffff:192.168.0.1]/', '::ffff:c0a8:1'],
  ])('refuses %s, whose address is not public, when it is added or changed', async (url, address) => {
    await using server = await startTestServer();
    const admin = await server.given.admin();
    const body = { url, description: 'x', token: 'x', enabled: false, ...noTriggers };
    const refused = { status: 400, body: { code: 'outbound_address_refused', field: 'url', details: { address } } };
    expect(await admin.try(contract.addWebhook, { body })).toMatchObject(refused);
    const { id } = await addWebhook(server, 'https://hooks.example.com/', { enabled: false });
    expect(await admin.try(contract.updateWebhook, { params: { id }, body })).toMatchObject(refused);
  });

  it('accepts an address that is not public if it is listed', async () => {
    await using server = await startTestServer({ environment: { GATEWARDEN_OUTBOUND_ALLOW: '10.0.0.0/24' } });
    const { id } = await addWebhook(server, 'https://10.0.0.7/hook', { enabled: false });
    const admin = await server.given.admin();
    expect(await admin.call(contract.getWebhook, { params: { id } })).toMatchObject({ url: 'https://10.0.0.7/hook' });
  });

  it('counts as waiting only entries with the events that it sends', async () => {
    await using server = await start();
    const admin = await server.given.admin();
    const triggers = { enabled: false, on_user_created: true, events: ['user_added', 'group_added'] };
    const { id } = await addWebhook(server, 'https://hooks.example.com/', triggers);
    server.clock.advance({ seconds: 1 });
    await server.given.group({ name: 'Sales' });
    expect((await stateOf(server, id)).waiting).toBe(1);
    const { username } = await server.given.user();
    await admin.call(updateUser, { params: { username }, body: { last_name: 'Nowak' } });
    const waiting_since = expect.any(String);
    expect(await stateOf(server, id)).toMatchObject({ waiting: 2, waiting_since });
    const [listed] = await admin.call(contract.listWebhooks, {});
    expect(listed?.state).toMatchObject({ waiting: 2 });
    const body = { from: server.clock.now().toISOString() };
    server.clock.advance({ seconds: 1 });
    await admin.call(updateUser, { params: { username }, body: { last_name: 'Kim' } });
    const replayed = { from: server.clock.now().toISOString() };
    expect((await admin.call(contract.replayWebhook, { params: { id }, body })).waiting).toBe(2);
    expect(await admin.call(contract.replayWebhook, { params: { id }, body: replayed })).toMatchObject({
      ...{ waiting: 0, waiting_since: null },
    });
  });

  it('says that it counts all entries when too many wait', async () => {
    await using server = await start();
    const { id } = await addWebhook(server, 'https://hooks.example.com/', { enabled: false, ...userTriggers });
    await server.query(`insert into activity_entry (id, at, event, module, hash)
      select last + number, now(), 'user_login', 'gatewarden', ''
      from generate_series(1, 1001) number, (select max(id) as last from activity_entry) l`);
    const { waiting, includes_unmatched } = await stateOf(server, id);
    expect(waiting).toBeGreaterThan(1_000);
    expect(includes_unmatched).toBe(true);
  });

  it('signs with the former secret too for as long as asked', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    const { id, signing_secret: former } = await addWebhook(server, receiver.url, { enabled: false });
    const params = { id };
    const rotated = await admin.call(contract.rotateWebhookSecret, { params, body: { overlap_hours: 1 } });
    const isAccepted = async (secret: string) => {
      await admin.call(contract.testWebhook, { params });
      const { body, headers } = receiver.received.at(-1) as ReceivedRequest;
      try {
        return Boolean(new Verifier(secret).verify(body, headers as Record<string, string>));
      } catch {
        return false;
      }
    };
    expect([await isAccepted(former), await isAccepted(rotated.signing_secret)]).toEqual([true, true]);
    await admin.call(contract.rotateWebhookSecret, { params, body: { overlap_hours: 0 } });
    expect([await isAccepted(former), await isAccepted(rotated.signing_secret)]).toEqual([false, false]);
  });

  it('never returns or logs the token and the signing secret', async () => {
    await using server = await start();
    const admin = await server.given.admin();
    const { id, signing_secret } = await addWebhook(server, 'https://hooks.example.com/', {
      ...userTriggers,
      token: 'canary-7f3a',
    });
    await admin.call(contract.updateWebhook, {
      params: { id },
      body: {
        ...{ url: 'https://hooks.example.com/', description: 'Ticket system', token: 'canary-9b1c', enabled: true },
        ...userTriggers,
      },
    });
    const shown = JSON.stringify([
      await admin.call(contract.listWebhooks, {}),
      await server.query('select metadata, description from activity_entry'),
      await server.query('select * from webhook'),
      server.logged(),
    ]);
    for (const secret of ['canary-7f3a', 'canary-9b1c', signing_secret]) expect(shown).not.toContain(secret);
  });

  it('does not send a stored token to another receiver', async () => {
    await using server = await start();
    const admin = await server.given.admin();
    const { id } = await addWebhook(server, 'https://hooks.example.com/a', userTriggers);
    const change = (url: string, token = '') =>
      admin.try(contract.updateWebhook, {
        params: { id },
        body: { url, description: 'Ticket system', token, enabled: true, ...userTriggers },
      });
    const needed = { status: 400, body: { code: 'webhook_token_needed', field: 'token' } };
    expect(await change('https://other.example.com/a')).toMatchObject(needed);
    expect(await change('https://hooks.example.com:8443/a')).toMatchObject(needed);
    expect((await change('https://hooks.example.com/b')).status).toBe(200);
    expect((await change('https://other.example.com/a', 'another')).status).toBe(200);
  });

  it('accepts a URL once, and the changes of the interface', async () => {
    await using server = await start();
    const admin = await server.given.admin();
    const url = 'https://hooks.example.com/';
    const { id } = await addWebhook(server, url, { events: ['group_added'] });
    const fields = { url, description: 'Other', token: '', enabled: true, ...noTriggers };
    expect(
      await admin.try(contract.addWebhook, { body: { ...fields, token: 'x', on_user_created: true } }),
    ).toMatchObject({
      status: 409,
      body: { code: 'webhook_url_taken', field: 'url' },
    });
    await admin.call(contract.updateWebhook, { params: { id }, body: fields });
    expect(await admin.call(contract.getWebhook, { params: { id } })).toMatchObject({
      ...{ description: 'Other', events: ['group_added'], token: '' },
    });
    expect(await admin.try(contract.updateWebhook, { params: { id }, body: { ...fields, events: [] } })).toMatchObject({
      status: 400,
      body: { code: 'webhook_trigger_missing' },
    });
    await admin.call(contract.deleteWebhook, { params: { id } });
    expect(await admin.try(contract.getWebhook, { params: { id } })).toMatchObject({ status: 404 });
    expect(await server.query("select kind from secret where kind like 'webhook%'")).toEqual([]);
  });
});

it('tells administrators on their home page, in a notification and by mail when it is turned off', async () => {
  await using sink = await startSmtpSink();
  await using server = await start();
  await using receiver = await startReceiver();
  const admin = await server.given.admin();
  await givenMailServer(server, sink);
  const { id } = await addWebhook(server, receiver.url);
  receiver.answer(410);
  await server.given.user();
  await expect.poll(async () => (await stateOf(server, id)).stopped).toBe('gone');
  const { attention } = await admin.call(getHome, {});
  expect(attention.filter(({ kind }) => kind === 'webhook_failing')).toMatchObject([
    { severity: 'danger', subject: { type: 'webhook', id, name: 'Ticket system' }, details: { stopped: true } },
  ]);
  const { notifications } = await admin.call(listNotifications, {});
  expect(notifications[0]).toMatchObject({
    kind: 'delivery_stopped',
    details: { destination: 'webhook', error: 'status 410' },
  });
  await expect
    .poll(() => sink.mails.map(({ email }) => email.subject))
    .toContain('Ticket system was turned off: Gatewarden');
});
