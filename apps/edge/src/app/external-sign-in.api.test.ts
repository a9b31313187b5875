import { expect } from 'vitest';
import { newEdgeClient } from '../../../server/test/edge-client.ts';
import { openEdgeBrowser } from '../../../server/test/given/edge-openid.ts';
import { givenExternalLocation } from '../../../server/test/given/external-connect.ts';
import { removeNetwork } from '../../../server/test/given/network.ts';
import { givenProvider, localProviders, newAccount } from '../../../server/test/given/openid.ts';
import { testWith } from '../../../server/test/harness.ts';
import { startHostileProvider } from '../../../server/test/openid-provider/hostile-provider.ts';
import { givenConnectedEdge } from '../../test/given-edge.ts';

const test = testWith(localProviders);

// a sign-in uses the first provider, and that of another test is gone
test.beforeEach(async ({ server }) => void (await server.database.query('delete from identity_provider')));

test('a sign-in at a provider begins and finishes at an edge, whose cookies another one accepts', async ({
  server,
}) => {
  await server.given.admin();
  await using idp = await startHostileProvider();
  await givenProvider(server, idp);
  await using first = await givenConnectedEdge(server);
  await using second = await givenConnectedEdge(server);
  const browser = openEdgeBrowser({ edgePort: first.edge.port });
  const begun = await browser.begin();
  const id = new URL(begun.url).searchParams.get('state')?.slice(0, 8);
  const attributes = 'Max-Age=600; Path=/api/v1/openid; HttpOnly; SameSite=Strict';
  expect(begun.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''))).toEqual([
    `csrf_proxy_${id}; ${attributes}`,
    `nonce_proxy_${id}; ${attributes}`,
  ]);
  idp.account = newAccount();
  const answer = idp.authorize(begun.url);
  const other = newEdgeClient({ edgePort: second.edge.port });
  const cookie = browser.client.cookies();
  const finished = await other.post('/openid/callback', answer, { cookie });
  expect(finished).toMatchObject({ status: 200, body: { token: expect.any(String) } });
  // removed
  const removed = finished.headers.getSetCookie().map((line) => line.split('; ', 2).join('; '));
  expect(removed).toEqual([`csrf_proxy_${id}=; Max-Age=0`, `nonce_proxy_${id}=; Max-Age=0`]);
  expect(await browser.finish(answer)).toMatchObject({ status: 401, body: { code: 'openid_state_invalid' } });
  for (const logged of [first.edge.logged(), second.edge.logged()]) expect(logged).not.toContain(answer.state);
});

test('a device connects through an edge after its owner signed in', async ({ server }) => {
  await removeNetwork(server);
  await server.given.admin();
  await using idp = await startHostileProvider();
  const provider = await givenProvider(server, idp);
  const given = await givenExternalLocation(server, provider);
  await using connected = await givenConnectedEdge(server);
  const edge = { edgePort: connected.edge.port };
  const token = await given.startedToken();
  const client = newEdgeClient(edge);
  expect(await client.post('/client-mfa/finish', { token })).toMatchObject({ status: 428 });
  expect(await openEdgeBrowser(edge).confirm(idp, given.account, token)).toMatchObject({ status: 200, body: {} });
  expect(await client.post('/client-mfa/finish', { token })).toMatchObject({ status: 200 });
});
