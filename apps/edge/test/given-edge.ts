import { addEdge, getEdgeToken, listEdges } from '@gatewarden/contract/edges';
import { expect } from 'vitest';
import { freePort } from '../../../tools/free-port.ts';
import type { Caller } from '../../server/test/caller.ts';
import { givenAccount } from '../../server/test/given/accounts.ts';
import type { TestServer } from '../../server/test/harness.ts';
import { makeStateDir, startTestEdge } from './test-edge.ts';

export const stateOf = async (admin: Caller, id: number) =>
  (await admin.call(listEdges, {})).find((edge) => edge.id === id);

/** An edge that core knows, with the token to join. */
export async function givenEdge(server: TestServer) {
  const admin = await givenAccount(server, { isAdmin: true });
  const linkPort = await freePort();
  const { id } = await admin.call(addEdge, { body: { address: `127.0.0.1:${linkPort}` } });
  const params = { id: String(id) };
  const { token } = await admin.call(getEdgeToken, { params });
  return { admin, id, params, linkPort, token };
}

/** An edge that has joined and is connected. */
export async function givenConnectedEdge(server: TestServer) {
  const given = await givenEdge(server);
  await using made = new AsyncDisposableStack();
  const { path: stateDir } = made.use(await makeStateDir());
  const edge = made.use(await startTestEdge({ ...given, stateDir }));
  await expect.poll(async () => (await stateOf(given.admin, given.id))?.state).toBe('connected');
  const all = made.move();
  return { ...given, edge, stateDir, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
