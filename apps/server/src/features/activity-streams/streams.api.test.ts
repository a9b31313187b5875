import { createHash } from 'node:crypto';
import { listActivity } from '@gatewarden/contract/activity-log';
import * as contract from '@gatewarden/contract/activity-streams';
import { describe, expect, it } from 'vitest';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type ReceivedRequest, startReceiver } from '../../../test/receiver.ts';
import { startRsyslog } from '../../../test/rsyslog.ts';
import { issueServerCertificate, makeAuthority } from '../../platform/crypto/certificates.ts';

const start = () => startTestServer({ environment: { GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.0/8,localhost' } });

async function addStream(server: TestServer, config: object, stream_type: contract.StreamType = 'vector_http') {
  const admin = await server.given.admin();
  const body = { name: 'Collector', stream_type, stream_config: { url: '', ...config } };
  return { id: String((await admin.call(contract.addActivityStream, { body })).id) };
}

async function streamOf(server: TestServer, id: string) {
  const admin = await server.given.admin();
  return (await admin.call(contract.listActivityStreams, {})).find((stream) => String(stream.id) === id);
}

interface Line {
  readonly id: number;
  readonly event: string;
  readonly hash: string;
  readonly hashed: string;
}

const linesOf = (requests: readonly ReceivedRequest[]) =>
  requests.flatMap(({ body }) => body.split('\n').slice(0, -1)).map((line) => JSON.parse(line) as Line);

/** Whether the entries follow each other in the chain, as a collector can verify. */
function isChained(lines: readonly Line[]): boolean {
  return lines.every(({ id, hash, hashed }, index) => {
    const before = lines[index - 1];
    if (!before) return true;
    const expected = createHash('sha256').update(Buffer.from(before.hash, 'hex')).update(hashed).digest('hex');
    return id === before.id + 1 && hash === expected;
  });
}

describe('streams of the activity log', () => {
  it('are in the log with their own name, not that of their credentials', async () => {
    await using server = await start();
    await addStream(server, { url: 'https://logs.example.com/', username: 'core', password: 'Geheim-1' });
    const { data } = await (await server.given.admin()).call(listActivity, {});
    expect(data.find(({ event }) => event === 'activity_log_stream_created')?.names).toMatchObject({
      stream: 'Collector',
    });
  });

  it.each(['vector_http', 'logstash_http'] as const)('sends lines of JSON to %s', async (kind) => {
    await using server = await start();
    await using receiver = await startReceiver();
    await addStream(server, { url: `${receiver.url}/logs`, username: 'core', password: 'Geheim-1' }, kind);
    await server.given.group({ name: 'Sales' });
    await expect.poll(() => linesOf(receiver.received).at(-1)?.event).toBe('group_added');
    const [request] = receiver.received;
    expect(request).toMatchObject({
      path: '/logs',
      headers: {
        'content-type': 'application/x-ndjson',
        authorization: `Basic ${Buffer.from('core:Geheim-1').toString('base64')}`,
      },
    });
    const lines = linesOf(receiver.received);
    expect(lines[0]).toMatchObject({ event: 'activity_log_stream_created', username: 'rosa', module: 'gatewarden' });
    expect(isChained(lines)).toBe(true);
    expect(isChained(lines.map((line) => ({ ...line, hashed: line.hashed.replace('rosa', 'mallory') })))).toBe(false);
  });

  it('trusts the given authority, and no other', async () => {
    await using server = await start();
    const authority = await makeAuthority('Company');
    const notAfter = new Date('2090-01-01T00:00:00Z');
    const { certificate: cert, key } = await issueServerCertificate(authority, { serverName: 'localhost', notAfter });
    await using receiver = await startReceiver({ cert, key });
    const admin = await server.given.admin();
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    const { id } = await addStream(server, { url });
    const test = () => admin.call(contract.testActivityStream, { params: { id } });
    expect(await test()).toMatchObject({ error: { reason: 'certificate' } });
    const stream_config = { url, cert: authority.certificate };
    const body = { name: 'Collector', stream_type: 'vector_http', stream_config } as const;
    await admin.call(contract.updateActivityStream, { params: { id }, body });
    expect(await test()).toEqual({ error: null });
  });

  it('sends syslog messages over TLS to rsyslog', async () => {
    await using server = await start();
    await using rsyslog = await startRsyslog();
    const { id } = await addStream(server, { url: rsyslog.url, cert: rsyslog.authority }, 'syslog_tls');
    await server.given.group({ name: 'Straße 서울' });
    const latestMessage = async () => {
      // under load, rsyslog may not accept a connection in time
      if ((await streamOf(server, id))?.state.attempts) server.clock.advance({ minutes: 1 });
      return (await rsyslog.messages()).at(-1) ?? '';
    };
    await expect.poll(latestMessage).toMatch(/^<110>1 \S+Z \S+ gatewarden - group_added - \{.*Straße 서울.*\}$/);
    const lines = (await rsyslog.messages()).map((message) => JSON.parse(message.replace(/^.*? - \S+ - /, '')) as Line);
    expect(isChained([...new Map(lines.map((line) => [line.id, line])).values()])).toBe(true);
    await expect.poll(async () => (await streamOf(server, id))?.state).toMatchObject({ waiting: 0, error: null });
  });

  it('sends OTLP logs, and reports rejected records', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const { id } = await addStream(server, { url: receiver.url }, 'otlp_http');
    const [request] = await receiver.waitFor(1);
    expect(request?.path).toBe('/v1/logs');
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      resourceLogs: [
        {
          resource: {
            attributes: expect.arrayContaining([{ key: 'service.name', value: { stringValue: 'gatewarden' } }]),
          },
          scopeLogs: [
            {
              logRecords: [
                {
                  timeUnixNano: expect.stringMatching(/^\d{19}$/),
                  eventName: 'gatewarden.activity_log_stream_created',
                  attributes: expect.arrayContaining([{ key: 'user.name', value: { stringValue: 'rosa' } }]),
                },
              ],
            },
          ],
        },
      ],
    });
    receiver.answer(200, '{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"too\\u0000\\u001b old"}}');
    await server.given.group();
    await expect
      .poll(async () => (await streamOf(server, id))?.state)
      .toMatchObject({
        attempts: 1,
        error: { reason: 'rejected', detail: '1 too old' },
      });
  });

  it('sends what happened during an outage of the collector, in order and without gaps', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const { id } = await addStream(server, { url: receiver.url });
    await receiver.waitFor(1);
    receiver.answer(503);
    for (let count = 0; count < 120; count += 1) await server.given.group();
    await expect.poll(async () => (await streamOf(server, id))?.state.attempts).toBeGreaterThan(0);
    receiver.answer(200);
    const from = receiver.received.length;
    server.clock.advance({ minutes: 15 });
    await expect.poll(async () => (await streamOf(server, id))?.state.waiting).toBe(0);
    const lines = linesOf(receiver.received.slice(from));
    expect(lines.length).toBeGreaterThanOrEqual(120);
    expect(isChained(lines)).toBe(true);
    for (const { body } of receiver.received) expect(body.split('\n').length).toBeLessThanOrEqual(101);
  });

  it('stops after a day of failures, and continues where it stopped', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    receiver.answer(500);
    const { id } = await addStream(server, { url: receiver.url });
    await expect.poll(async () => (await streamOf(server, id))?.state.attempts).toBe(1);
    server.clock.advance({ hours: 25 });
    await server.given.signedIn('rosa');
    await expect
      .poll(async () => await server.query('select is_enabled, stop_reason from delivery_destination'))
      .toEqual([{ is_enabled: false, stop_reason: 'failing' }]);
    receiver.answer(200);
    const from = receiver.received.length;
    const admin = await server.given.signedIn('rosa');
    await admin.call(contract.setActivityStreamState, { params: { id }, body: { enabled: true } });
    await receiver.waitFor(from + 1);
    expect(linesOf(receiver.received.slice(from))[0]?.event).toBe('activity_log_stream_created');
  });

  it('shows a fault of core as a failure, and tries again later', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    await server.given.admin();
    receiver.answer(500);
    const { id } = await addStream(server, { url: receiver.url });
    await expect.poll(async () => (await streamOf(server, id))?.state.attempts).toBe(1);
    // what no version stores
    await server.query("update activity_stream set url = 'no address'");
    server.clock.advance({ minutes: 1 });
    await server.given.signedIn('rosa');
    await expect
      .poll(async () => (await streamOf(server, id))?.state)
      .toMatchObject({ attempts: 2, error: { reason: 'internal', detail: '' } });
    expect(server.logged()).toContain('a delivery failed unexpectedly');
  });

  it('sends the log from a point in time again', async () => {
    await using server = await start();
    await using receiver = await startReceiver();
    const admin = await server.given.admin();
    await server.given.group({ name: 'Early' });
    const { id } = await addStream(server, { url: receiver.url });
    await admin.call(contract.replayActivityStream, { params: { id }, body: { from: '2000-01-01T00:00:00Z' } });
    await expect.poll(() => linesOf(receiver.received).map(({ id: number }) => number)).toContain(1);
  });

  it('refuses what it could not send to', async () => {
    await using server = await start();
    const admin = await server.given.admin();
    const add = (stream_type: contract.StreamType, stream_config: { url: string; cert?: string }) =>
      admin.try(contract.addActivityStream, { body: { name: 'x', stream_type, stream_config } });
    const refused = { status: 400, body: { code: 'outbound_url_refused' } };
    expect(await add('vector_http', { url: 'http://example.com/' })).toMatchObject(refused);
    expect(await add('syslog_tls', { url: 'https://example.com/' })).toMatchObject({
      status: 400,
      body: { code: 'activity_stream_syslog_url_refused', field: 'stream_config.url' },
    });
    const details = { address: '10.0.0.5' };
    const blocked = { code: 'outbound_address_refused', field: 'stream_config.url', details };
    for (const [kind, url] of [
      ['vector_http', 'https://10.0.0.5:8080'],
      ['otlp_http', 'http://10.0.0.5'],
      ['syslog_tls', 'tls://10.0.0.5:6514'],
    ] as const)
      expect(await add(kind, { url })).toMatchObject({ status: 400, body: blocked });
    expect((await add('vector_http', { url: 'https://127.0.0.1:8080' })).status).toBe(201);
    expect(await add('otlp_http', { url: 'tls://example.com' })).toMatchObject(refused);
    expect(await add('vector_http', { url: 'https://example.com/', cert: 'no certificate' })).toMatchObject({
      status: 400,
      body: { code: 'activity_stream_cert_invalid', field: 'stream_config.cert' },
    });
    const { certificate, key } = await makeAuthority('Company');
    expect(await add('vector_http', { url: 'https://example.com/', cert: `${certificate}\n${key}` })).toMatchObject({
      status: 400,
      body: { code: 'activity_stream_cert_invalid', field: 'stream_config.cert' },
    });
    for (const url of ['tls://256.256.256.256:6514', 'tls://a%40b:6514'])
      expect(await add('syslog_tls', { url })).toMatchObject({ status: 422, body: { field: 'stream_config.url' } });
    expect(await add('vector_http', { url: 'https://user:pass@example.com/' })).toMatchObject({ status: 422 });
  });

  it('never returns or logs the password, and deletes it with the user name', async () => {
    await using server = await start();
    const admin = await server.given.admin();
    const url = 'https://logs.example.com/';
    const { id } = await addStream(server, { url, username: 'core', password: 'canary-41c7' });
    expect((await streamOf(server, id))?.config).toEqual({ url, username: 'core', password_set: true, cert: null });
    const shown = JSON.stringify([await latestEntry(server, 'activity_log_stream_created'), server.logged()]);
    expect(shown).not.toContain('canary-41c7');
    const change = (stream_config: { url: string; username?: string; password?: string }) =>
      admin.try(contract.updateActivityStream, {
        params: { id },
        body: { name: 'x', stream_type: 'vector_http', stream_config },
      });
    // a stored password is not sent to another collector
    const elsewhere = { url: 'https://other.example.com/', username: 'core' };
    const needed = { code: 'activity_stream_password_needed', field: 'stream_config.password' };
    expect(await change(elsewhere)).toMatchObject({ status: 400, body: needed });
    expect((await change({ url: `${url}logs`, username: 'core' })).status).toBe(200);
    expect((await change({ ...elsewhere, password: 'another' })).status).toBe(200);
    const body = { name: 'x', stream_type: 'vector_http', stream_config: { url } } as const;
    await admin.call(contract.updateActivityStream, { params: { id }, body });
    expect((await streamOf(server, id))?.config).toMatchObject({ username: null, password_set: false });
  });

  it('lists a stream whose password cannot be decrypted', async () => {
    await using server = await start();
    await server.given.admin();
    const { id } = await addStream(server, { url: 'https://logs.example.com/', username: 'core', password: 'pass' });
    await server.database.query(`update secret set value = '\\x00' where kind = 'stream-password'`);
    expect((await streamOf(server, id))?.config).toMatchObject({ password_set: true });
  });
});
