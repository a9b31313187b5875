import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect } from 'vitest';
import { test } from '../../../test/harness.ts';
import { rawRequest } from '../../../test/raw-request.ts';

const json = { 'content-type': 'application/json', 'user-agent': 'test' };
const signInWith = (length: number) => JSON.stringify({ username: 'una', password: '' }).padEnd(length);

test('reads at most 16 KiB of a request without sign-in', async ({ server }) => {
  const send = async (body: string) =>
    (await rawRequest(server.url, 'POST', '/api/v1/auth', { headers: json, body })).status;
  expect(await send(signInWith(16 * 1024))).not.toBe(413);
  expect(await send(signInWith(16 * 1024 + 1))).toBe(413);
});

/** Sends the head of a request with a body, but not the body. Resolves with the first line of the answer. */
async function announceBody(url: string, requestLine: string, headers: string[], length: number): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  try {
    const head = [requestLine, 'host: x', 'user-agent: x', 'content-type: application/json', ...headers];
    socket.write(`${[...head, `content-length: ${length}`].join('\r\n')}\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    return String(answer).split('\r\n')[0] ?? '';
  } finally {
    socket.destroy();
  }
}

test('answers before reading the body of a caller without sign-in or rights', async ({ server }) => {
  const user = await server.given.user();
  const length = 2_000_000;
  const answerTo = (line: string, headers: string[] = []) => announceBody(server.url, line, headers, length);
  expect(await answerTo('PATCH /api/v1/settings HTTP/1.1')).toContain(' 401 ');
  expect(await answerTo('PATCH /api/v1/settings HTTP/1.1', [`cookie: ${user.cookie}`])).toContain(' 403 ');
  expect(await answerTo('PATCH /api/v1/settings HTTP/1.1', ['authorization: Bearer gwt_x'])).toContain(' 401 ');
  expect(await answerTo('POST /api/v1/auth HTTP/1.1')).toContain(' 413 ');
  expect(await answerTo('POST /api/v1/nothing HTTP/1.1')).toContain(' 404 ');
  expect(await answerTo('DELETE /api/v1/me HTTP/1.1')).toContain(' 405 ');
  expect(await answerTo('POST /anything HTTP/1.1')).toContain(' 405 ');
  expect(await answerTo('PUT /api/v1/user/change_password HTTP/1.1', [`cookie: ${user.cookie}`])).toContain(' 413 ');
});

test('applies the same limits to chunked bodies', async ({ server }) => {
  const { hostname, port } = new URL(server.url);
  const socket: Socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const head = ['POST /api/v1/auth HTTP/1.1', 'host: x', 'user-agent: x', 'content-type: application/json'];
  socket.write(`${[...head, 'transfer-encoding: chunked'].join('\r\n')}\r\n\r\n`);
  const chunk = `1000\r\n${' '.repeat(0x1000)}\r\n`;
  for (let count = 0; count < 5; count += 1) socket.write(chunk);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
  socket.destroy();
});

test('rejects deeply nested JSON without parsing it', async ({ server }) => {
  const admin = await server.given.admin();
  const nested = (levels: number) => `{"instance_name":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  const send = async (body: string) => {
    const answer = await admin.send('PATCH', '/settings', { body, headers: json });
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  expect(await send(nested(31))).toEqual([422, 'invalid_input']);
  expect(await send(nested(32))).toEqual([400, 'malformed_json']);
  expect(await send(nested(900_000))).toEqual([400, 'malformed_json']);
});
