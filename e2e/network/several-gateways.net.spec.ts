import { chromium } from '@playwright/test';
import { uniqueName } from '../../apps/gateway/test/network-namespace.ts';
import { setUp } from '../product/people.ts';
import { newDataDir, removeDataDir } from '../product/start-product.ts';
import { expect, test } from '../product/test.ts';
import { addLocation, addOwnDevice, api, readGatewayCommand } from './console.ts';
import { endpointAddress, makeLab } from './lab.ts';
import { blockTraffic, makeOtherHost, moveEndpoint } from './other-host.ts';
import { currentGateways, startAgent, startCore } from './product-in-lab.ts';
import { connectWireguard } from './wireguard-client.ts';

const gatewayAddress = '10.81.0.1';
/** Address of the second client on its link to the first gateway. */
const clientAddress = '10.99.3.2';

test('two gateways serve one location, and a device switches between them', async () => {
  test.setTimeout(120_000);
  await using lab = await makeLab();
  await using otherHost = await makeOtherHost(lab);
  const gateways = [
    { host: lab.gateway, link: uniqueName(), state: 'first' },
    { host: otherHost, link: uniqueName(), state: 'second' },
  ];
  const dataDir = await newDataDir();
  const core = await startCore(lab, dataDir);
  const browser = await chromium.launch({ ...test.info().project.use.launchOptions, executablePath: lab.browser });
  const page = await browser.newPage();
  try {
    await setUp(page, core);
    await addLocation(page, core.url, {
      name: 'Warsaw',
      addresses: [`${gatewayAddress}/24`],
      endpoint: endpointAddress,
    });
    const joinArguments = await readGatewayCommand(page);
    const agents = gateways.map((options) => startAgent(lab, options, joinArguments));
    await expect.poll(() => currentGateways(page), { timeout: 30_000 }).toHaveLength(2);
    const configuration = await addOwnDevice(page, core.url, 'Laptop');
    /** For each gateway, the time of the device's last handshake; 0 before the first, empty without the device. */
    const handshakes = () =>
      Promise.all(
        gateways.map(async ({ host, link }) =>
          (await host.run('wg', ['show', link, 'latest-handshakes'])).trim().split('\t').slice(1).map(Number),
        ),
      );
    await expect.poll(handshakes).toEqual([[0], [0]]);
    const laptop = await connectWireguard(lab.clients[1], lab.folder, configuration);
    await expect.poll(() => laptop.ping(gatewayAddress)).toBe(true);
    const [first, second] = await handshakes();
    expect(first).not.toEqual([0]);
    expect(second).toEqual([0]);

    await test.step('a device whose gateway disappears starts a session with the other one', async () => {
      // otherwise its keepalives would make the device return to it
      await blockTraffic(lab.gateway, clientAddress);
      await moveEndpoint(lab, lab.gateway, otherHost);
      // WireGuard starts a new handshake after 15 s without an answer
      await expect.poll(() => laptop.ping(gatewayAddress), { timeout: 30_000 }).toBe(true);
      expect((await handshakes())[1]).not.toEqual([0]);
    });

    await test.step('both remove the device when core does', async () => {
      const [device] = await api<{ id: number }[]>(page, 'GET', '/device/user/ada');
      await api(page, 'DELETE', `/device/${device?.id}`);
      await expect.poll(handshakes).toEqual([[], []]);
      expect(await laptop.ping(gatewayAddress)).toBe(false);
    });
    await Promise.all(agents.map((agent) => agent.stop('SIGKILL')));
  } finally {
    await browser.close();
    await core.stop();
    await removeDataDir(dataDir);
  }
});
