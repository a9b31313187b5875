import { Code, ConnectError } from '@connectrpc/connect';
import { getGatewayToken } from '@gatewarden/contract/gateways';
import { expect, it } from 'vitest';
import { createReportSplitter } from '../../../../gateway/src/report/report-splitter.ts';
import { fetchAuthority, openLink, readToken } from '../../../test/gateway-link.ts';
import { startTestServer } from '../../../test/harness.ts';
import { joinGateway, type TestGateway } from '../../../test/test-gateway.ts';
import { subscribeToTraffic } from '../../../test/traffic-subscription.ts';

async function* sendNothing() {}

it('refuses further streams of a gateway that begins many in a row', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  const admin = await server.given.admin();
  const { token } = await admin.call(getGatewayToken, { params: { id: `${location.id}` } });
  const gateway = await joinGateway(token);
  const link = openLink(readToken(token).core, await fetchAuthority(readToken(token)));
  const headers = { authorization: `Bearer ${gateway.credential}` };
  const begin = () =>
    link.client
      .control(sendNothing(), { headers })
      [Symbol.asyncIterator]()
      .next()
      .then(() => undefined, ConnectError.from);
  const codes: (Code | undefined)[] = [];
  // more than the burst, which refills by one every two seconds
  while (codes.length < 100 && codes.at(-1) !== Code.ResourceExhausted) codes.push((await begin())?.code);
  link.close();
  expect(codes.slice(0, 30)).toEqual(Array.from({ length: 30 }, () => Code.InvalidArgument));
  expect(codes.at(-1)).toBe(Code.ResourceExhausted);
});

/** Reports traffic this many times, and then a problem with its state. */
function report(gateway: TestGateway, times: number, problem: string): void {
  const { version = 0, id = '' } = gateway.state ?? {};
  for (let nth = 0; nth < times; nth += 1) gateway.send({ case: 'traffic', value: {} });
  const value = { version: BigInt(version), stateId: Buffer.from(id, 'hex'), problems: [problem] };
  gateway.send({ case: 'applied', value });
}

it('delays only the gateway that sends traffic reports faster than requested', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  await using hostile = await server.connectGateway(location, { hostname: 'hostile' });
  await using honest = await server.connectGateway(location, { hostname: 'honest' });
  for (const gateway of [hostile, honest]) await gateway.until(({ contentRequests }) => contentRequests === 1);
  const problems = async () =>
    (await server.events())
      .filter(({ type }) => type === 'gateway.state-partially-applied')
      .map(({ payload }) => (payload as { problems: string[] }).problems[0]);
  // a burst of 11; each further report waits for 15 seconds
  report(hostile, 14, 'late');
  for (let nth = 0; nth < 10; nth += 1) {
    report(honest, 1, `${nth}`);
    await expect.poll(problems, { interval: 10 }).toContain(`${nth}`);
  }
  expect(await problems()).not.toContain('late');
});

it('counts every part of a report of 20 000 peers', async () => {
  await using server = await startTestServer();
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await using subscription = await subscribeToTraffic(server.database);
  const peers = Array.from({ length: 20_000 }, (_, nth) => {
    const publicKey = Buffer.alloc(32);
    publicKey.writeUInt32BE(nth);
    return { publicKey, receivedBytes: 1n, sentBytes: 1n, latestHandshake: 1n, endpoint: '203.0.113.9:40000' };
  });
  const parts = createReportSplitter()(server.clock.now(), peers, []);
  for (const value of parts) gateway.send({ case: 'traffic', value });
  expect(parts.length).toBe(10);
  for (const _ of parts) await subscription.next('reported');
});

it.each([
  ['a traffic report of too many peers', { case: 'traffic', value: { peers: Array(2_001).fill({}) } }],
  ['a correction of too many keys', { case: 'applied', value: { correction: { firstKeys: emptyKeys(100_000) } } }],
  ['a message of megabytes', { case: 'applied', value: { correction: { firstKeys: emptyKeys(1_000_000) } } }],
] as const)('ends the stream of a gateway that sends %s', async (_, message) => {
  await using server = await startTestServer();
  await using gateway = await server.connectGateway(await server.given.location());
  gateway.send(message);
  expect((await gateway.ended)?.code).toBe(Code.ResourceExhausted);
});

function emptyKeys(count: number): Uint8Array[] {
  return Array.from({ length: count }, () => new Uint8Array());
}
