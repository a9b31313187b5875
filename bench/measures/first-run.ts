import { encodeJoinToken } from '@gatewarden/contract/join-token';
import type { Page } from '@playwright/test';
import { readToken } from '../../apps/server/test/gateway-link.ts';
import { joinGateway } from '../../apps/server/test/test-gateway.ts';
import { freePort } from '../../demo/free-port.ts';
import { newDataDir, removeDataDir, startProduct } from '../../e2e/product/start-product.ts';
import { startBrowser } from '../browser.ts';
import { atMost, type Measure } from '../measure.ts';
import { within } from '../within.ts';

const maxSeconds = 180;

/**
 * What a new administrator does between the setup link and a configuration for their own device, and how long the machine
 * takes for it. A gateway joins with the command that the console shows.
 */
export const firstRun: Measure = {
  name: 'first-run',
  async *run() {
    const dataDir = await newDataDir();
    try {
      const { clicks, fields, seconds } = await within('the first device', configureDevice(dataDir), maxSeconds * 1000);
      yield { name: 'clicks from the setup link to a configured device', value: clicks, unit: '', budget: atMost(5) };
      yield { name: 'fields to fill in until then', value: fields, unit: '', budget: atMost(3) };
      yield { name: 'seconds of the machine until then', value: seconds, unit: 's', budget: atMost(maxSeconds) };
    } finally {
      await removeDataDir(dataDir);
    }
  },
};

async function configureDevice(dataDir: string) {
  const grpcPort = String(await freePort(0, '127.0.0.1'));
  const product = await startProduct({
    dataDir,
    environment: { GATEWARDEN_GRPC_PORT: grpcPort, GATEWARDEN_GRPC_URL: `https://vpn.example.com:${grpcPort}` },
  });
  try {
    await using driven = await startBrowser();
    const page = await driven.browser.newPage();
    const startedAt = performance.now();
    const person = operate(page);
    await page.goto(product.setupLink ?? '');
    await person.fill('First name', 'Ada');
    await person.fill('Email', 'ada@example.com');
    await person.fill('Password', 'Correct-horse-7');
    await person.click('button', 'Create administrator');
    await person.click('button', 'Add location');
    await person.click('button', /^Copy/);
    const command = await page.getByText(/--join \S/).textContent();
    const token = readToken(command?.split(' ').at(-1) ?? '');
    // the name of the server exists only in this instance
    await using gateway = await joinGateway(encodeJoinToken({ ...token, core: `127.0.0.1:${grpcPort}` }));
    await gateway.connect();
    await person.click('link', 'Add device');
    await person.click('button', 'Add device');
    await page.getByRole('button', { name: 'Download file' }).waitFor();
    return { ...person.count, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await product.stop();
  }
}

/** Uses a page and counts what a person would do. */
function operate(page: Page) {
  const count = { clicks: 0, fields: 0 };
  return {
    count,
    async fill(label: string, value: string) {
      count.fields += 1;
      await page.getByLabel(label, { exact: true }).fill(value);
    },
    async click(role: 'button' | 'link', name: string | RegExp) {
      count.clicks += 1;
      await page.getByRole('main').getByRole(role, { name, exact: true }).first().click();
    },
  };
}
