import { once } from 'node:events';
import { connect } from 'node:net';
import { patchSettings } from '@gatewarden/contract/settings';
import { expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { startTestServer } from '../../../test/harness.ts';

it('finishes the requests in flight before it stops', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const admin = createCaller(replica.url, (await server.given.admin()).cookie);
  await using inTheWay = await server.database.transaction();
  await inTheWay.query('select from settings for update');
  const inFlight = admin.try(patchSettings, { body: { instance_name: 'Office' } });
  await server.database.untilBlocked(inFlight);
  const stopped = replica[Symbol.asyncDispose]();
  await inTheWay.commit();
  expect((await inFlight).status).toBe(200);
  await stopped;
});

it('does not wait for a client that leaves the connection open after its upload was refused', async () => {
  await using server = await startTestServer();
  await using replica = await server.startReplica();
  const { hostname, port } = new URL(replica.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(
    'PUT /api/v1/user/change_password HTTP/1.1\r\nhost: x\r\nuser-agent: x\r\ncontent-type: application/json\r\ncontent-length: 9000\r\n\r\n{',
  );
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 401 /);
  const ended = once(socket, 'close');
  await replica[Symbol.asyncDispose]();
  await ended;
});
