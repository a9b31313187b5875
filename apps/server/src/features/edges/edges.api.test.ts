import { addEdge, listEdges } from '@gatewarden/contract/edges';
import { expect } from 'vitest';
import { startTestServer, test } from '../../../test/harness.ts';

test('an address in other letter case is the address of the same edge', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const first = await admin.call(addEdge, { body: { address: 'EDGE.Example.com:50055' } });
  expect(first.address).toBe('edge.example.com:50055');
  for (const address of ['edge.example.com:50055', 'Edge.example.COM:50055']) {
    const refused = await admin.try(addEdge, { body: { address } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'edge_address_taken' } });
  }
  await admin.call(addEdge, { body: { address: '[FE80::1%Eth0]:50055' } });
  await admin.call(addEdge, { body: { address: '[fe80::1%eth0]:50055' } });
  const addresses = (await admin.call(listEdges, {})).map((edge) => edge.address);
  expect(addresses).toEqual(['edge.example.com:50055', '[fe80::1%Eth0]:50055', '[fe80::1%eth0]:50055']);
});
