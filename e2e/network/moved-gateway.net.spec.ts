import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { type NetworkNamespace, uniqueName } from '../../apps/gateway/test/network-namespace.ts';
import { setUp } from '../product/people.ts';
import { newDataDir, removeDataDir } from '../product/start-product.ts';
import { expect, test } from '../product/test.ts';
import { addLocation, addOwnDevice, api, readGatewayCommand } from './console.ts';
import { endpointAddress, type LabProcess, makeLab } from './lab.ts';
import { blockTraffic, makeOtherHost, moveEndpoint } from './other-host.ts';
import { coreAddress, currentGateways, listGateways, startAgent, startCore } from './product-in-lab.ts';
import { connectWireguard } from './wireguard-client.ts';

const otherCoreAddress = '10.99.6.2';

/** Less than the 30 s that detection takes without pings from core. */
const disconnectTimeout = { timeout: 20_000 };
const reconnectTimeout = { timeout: 45_000 };

/** Whether a program on the host has a TCP connection to the address. */
async function isConnectedTo(host: NetworkNamespace, address: string): Promise<boolean> {
  return (await host.run('ss', ['-Htn', 'state', 'established', 'dst', address])) !== '';
}

function signal(agent: LabProcess, name: NodeJS.Signals): void {
  agent.process.kill(name);
}

async function joinArguments(page: Page): Promise<string[]> {
  const { token } = await api<{ token: string }>(page, 'GET', '/network/1/token');
  return ['--join', token];
}

test('a gateway hangs, loses its link, moves to another machine and follows core to another address', async () => {
  test.setTimeout(240_000);
  await using lab = await makeLab();
  await using otherHost = await makeOtherHost(lab);
  const dataDir = await newDataDir();
  const link = uniqueName();
  let core = await startCore(lab, dataDir);
  const browser = await chromium.launch({ ...test.info().project.use.launchOptions, executablePath: lab.browser });
  const page = await browser.newPage();
  const connectedGateways = async () => (await listGateways(page)).filter(({ connected }) => connected).length;
  try {
    await setUp(page, core);
    await addLocation(page, core.url, {
      name: 'Warsaw',
      addresses: ['10.81.0.1/24'],
      endpoint: endpointAddress,
    });
    let agent = startAgent(lab, { link }, await readGatewayCommand(page));
    await expect.poll(() => currentGateways(page), reconnectTimeout).toHaveLength(1);
    const configuration = await addOwnDevice(page, core.url, 'Laptop');

    await test.step('a gateway that hangs is shown as disconnected, and reconnects', async () => {
      signal(agent, 'SIGSTOP');
      await expect.poll(connectedGateways, disconnectTimeout).toBe(0);
      signal(agent, 'SIGCONT');
      await expect.poll(connectedGateways, reconnectTimeout).toBe(1);
    });

    await test.step('a gateway with a silently broken link is shown as disconnected, and reconnects', async () => {
      const restore = await blockTraffic(lab.gateway, coreAddress);
      await expect.poll(connectedGateways, disconnectTimeout).toBe(0);
      await restore();
      await expect.poll(connectedGateways, reconnectTimeout).toBe(1);
    });

    const moved = { host: otherHost, link: uniqueName(), state: 'moved' };
    await test.step('it moves to another machine with its state folder, and device configurations remain valid', async () => {
      const [before] = await listGateways(page);
      await agent.stop();
      await startAgent(lab, { link }, ['--down']).ended;
      await cp(join(lab.folder, 'gateway'), join(lab.folder, 'moved'), { recursive: true });
      await moveEndpoint(lab, lab.gateway, otherHost);
      agent = startAgent(lab, moved, [...(await joinArguments(page)), '--rejoin']);
      await expect.poll(() => currentGateways(page), reconnectTimeout).toHaveLength(1);
      const after = await listGateways(page);
      expect(after).toHaveLength(1);
      expect(after[0]?.uid).not.toBe(before?.uid);
      const laptop = await connectWireguard(lab.clients[1], lab.folder, configuration);
      await expect.poll(() => laptop.ping('10.81.0.1')).toBe(true);
    });

    await test.step('core stops while the gateway is unreachable, and gateways follow it to another address', async () => {
      const restore = await blockTraffic(otherHost, coreAddress);
      await core.stop();
      await restore();
      await lab.core.run('ip', ['address', 'add', `${otherCoreAddress}/32`, 'dev', 'lo']);
      core = await startCore(lab, dataDir, { address: otherCoreAddress });
      await expect.poll(() => currentGateways(page), reconnectTimeout).toHaveLength(1);
      await blockTraffic(otherHost, coreAddress);
      await expect.poll(() => isConnectedTo(otherHost, otherCoreAddress), reconnectTimeout).toBe(true);
      await expect.poll(() => currentGateways(page), reconnectTimeout).toHaveLength(1);
    });
    await agent.stop('SIGKILL');
  } finally {
    await browser.close();
    await core.stop();
    await removeDataDir(dataDir);
  }
});
