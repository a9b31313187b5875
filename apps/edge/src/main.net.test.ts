import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addEdge, getEdgeToken, listEdges } from '@gatewarden/contract/edges';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { expect } from 'vitest';
import type { NetworkNamespace } from '../../gateway/test/network-namespace.ts';
import { givenAccount } from '../../server/test/given/accounts.ts';
import { test } from '../../server/test/harness.ts';
import { inside, makeIsolatedNetwork } from '../test/isolated-network.ts';
import { makeStateDir } from '../test/test-edge.ts';

const program = fileURLToPath(new URL('main.ts', import.meta.url));

function startProgram({ name }: NetworkNamespace, stateDir: string, ...args: string[]): ChildProcess {
  const ports = ['--port', '8080', '--link-port', '50055', '--state-dir', stateDir];
  return spawn('ip', ['netns', 'exec', name, process.execPath, program, ...ports, ...args], { stdio: 'ignore' });
}

test('an edge that can open no connection serves people, also after it was killed', async ({ server }) => {
  await using network = await makeIsolatedNetwork();
  await using folder = await makeStateDir();
  const admin = await givenAccount(server, { isAdmin: true });
  const { id } = await admin.call(addEdge, { body: { address: `${inside}:50055` } });
  const { token } = await admin.call(getEdgeToken, { params: { id: String(id) } });
  const state = async () => (await admin.call(listEdges, {})).find((edge) => edge.id === id)?.state;
  let edge = startProgram(network.dmz, folder.path, '--join', token);
  for (let kills = 0; kills < 2; kills += 1) {
    await expect.poll(state).toBe('connected');
    const user = await givenAccount(server);
    const { enrollment_token } = await user.call(startDesktop, { params: { username: user.username }, body: {} });
    const started = await fetch(`http://${inside}:8080/api/v1/enrollment/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: enrollment_token }),
    });
    expect(started.status).toBe(200);
    expect(await started.json()).toMatchObject({ user: { login: user.username } });
    edge.kill('SIGKILL');
    await once(edge, 'exit');
    await expect.poll(state).toBe('disconnected');
    edge = startProgram(network.dmz, folder.path);
  }
  await expect.poll(state).toBe('connected');
  expect(await network.attempts()).toBe(0);
  edge.kill('SIGTERM');
  await once(edge, 'exit');
});
