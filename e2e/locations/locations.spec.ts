import type { Page } from '@playwright/test';
import { joinGateway, type TestGateway } from '../../apps/server/test/test-gateway.ts';
import { addLocation, api, readGatewayCommand } from '../network/console.ts';
import { expectNoViolations } from '../product/axe.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { administrator, setUp } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

const warsaw = {
  name: 'Warsaw',
  addresses: ['10.81.0.1/24', 'fd81::1/64'],
  endpoint: 'vpn.example.com',
  allowedIps: ['10.81.0.0/24', 'fd81::/64'],
} as const;

/** Joins with the command that the page shows, and holds its state. */
async function connectGateway(page: Page, name: string): Promise<TestGateway> {
  const [, token = ''] = await readGatewayCommand(page);
  const gateway = await joinGateway(token, { name });
  await gateway.connect();
  return gateway;
}

/** A device of the administrator; its public key. */
async function givenDevice(page: Page, name: string): Promise<Buffer> {
  const { publicKey } = newKeyPair();
  await api(page, 'POST', `/device/${administrator.username}`, { name, wireguard_pubkey: publicKey });
  return Buffer.from(publicKey, 'base64');
}

function report(gateway: TestGateway, publicKey: Buffer, bytes: number): void {
  const now = Date.now();
  const seconds = BigInt(Math.floor(now / 1000));
  const peer = { publicKey, endpoint: '198.51.100.7:40000', latestHandshake: seconds };
  const counters = { receivedBytes: BigInt(bytes), sentBytes: BigInt(2 * bytes) };
  gateway.send({
    case: 'traffic',
    value: { measuredAt: { seconds, nanos: (now % 1000) * 1e6 }, peers: [{ ...peer, ...counters }] },
  });
}

test('a location comes to be, its gateway connects, and the overview shows who is there as it happens', async ({
  page,
  product,
}) => {
  await setUp(page, product);
  await expect(page.getByRole('heading', { name: 'Nothing to watch over yet' })).toBeVisible();
  await expectNoViolations(page);

  await addLocation(page, product.url, warsaw);
  const check = page.getByRole('status', { name: 'Connection of the gateway' });
  await expect(check).toContainText('Waiting for the gateway');
  await expectNoViolations(page);
  await using gateway = await connectGateway(page, 'North');
  await expect(check).toContainText('North is connected');
  await expect(check).toContainText(/Version \d+ was applied/);
  await expect(page.getByRole('row', { name: /North Connected/ })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'VPN overview' }).click();
  await expect(page.getByText('Gateway connected').first()).toBeVisible();
  await expect(page.getByText('No traffic in this period')).toBeVisible();
  const key = await givenDevice(page, 'Laptop');
  await gateway.until(({ state }) => state?.peers.has(key.toString('base64')) === true);
  report(gateway, key, 0);
  // nobody touches the page from here on
  await expect(page.getByText('1 person, 1 device')).toBeVisible();
  report(gateway, key, 5_000_000);
  await expect(page.getByRole('definition').filter({ hasText: '10 MB' })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Warsaw' }).click();
  const card = page.getByRole('list', { name: 'Connected now' }).getByRole('listitem');
  await expect(card).toContainText('Ada Lovelace');
  await expect(card).toContainText('10.81.0.2');
  await expect(card).toContainText('198.51.100.7');
  await expectNoViolations(page);
  await page.getByTitle('List').click();
  await expect(page.getByRole('row', { name: /Ada Lovelace Laptop/ })).toBeVisible();
  await expectNoViolations(page);

  await gateway.disconnect();
  await expect(page.getByText('Gateway not connected')).toBeVisible();
});

test('a location is changed with what follows in view, and deleted with its numbers', async ({ page, product }) => {
  await setUp(page, product);
  await addLocation(page, product.url, warsaw);
  await givenDevice(page, 'Laptop');

  await page.getByRole('link', { name: 'Settings' }).last().click();
  await expectNoViolations(page);
  const addresses = page.getByRole('combobox', { name: 'Gateway’s address in each network' });
  await addresses.fill('10.81.0.9/25');
  await addresses.press('Enter');
  await addresses.press('Tab');
  await expect(page.getByText('10.81.0.1/24 and 10.81.0.9/25 overlap', { exact: false })).toBeVisible();
  await expect(page.getByText('1 device has the former settings.', { exact: false })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'VPN overview' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();

  await page.getByLabel('Name', { exact: true }).fill('Warszawa');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Warszawa', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Warszawa' }).click();
  await page.getByRole('menuitem', { name: 'Delete location' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Warszawa?' });
  await expect(dialog.getByText('1 device of 1 person loses this location at once.')).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('textbox').fill('Warszawa');
  await dialog.getByRole('button', { name: 'Delete location' }).click();
  await expect(page.getByRole('heading', { name: 'No location yet' })).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${product.url}/locations/1`);
  await expect(page.getByRole('heading', { name: 'There is no such location' })).toBeVisible();
});

test('who may not act as a gateway is refused, and the console shows that it was tried', async ({ page, product }) => {
  await setUp(page, product);
  await addLocation(page, product.url, warsaw);
  const [, stolen = ''] = await readGatewayCommand(page);
  await using gateway = await connectGateway(page, 'North');
  await expect(page.getByRole('row', { name: /North Connected/ })).toBeVisible();

  await page.getByRole('button', { name: 'Replace the token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace the token' }).click();
  await expect(page.getByText(stolen)).toBeHidden();
  await expect(joinGateway(stolen, { hostname: 'thief' })).rejects.toThrow();
  await expect(page.getByRole('row', { name: /thief.*not valid, or was replaced/ })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for North' }).click();
  await page.getByRole('menuitem', { name: 'Revoke gateway' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke gateway' }).click();
  await gateway.ended;
  await expect(gateway.connect()).rejects.toThrow();
  await expect(page.getByRole('row', { name: /North Revoked/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /North.*credential was revoked/ })).toBeVisible();
  await expectNoViolations(page);
});

test('every screen of the network fits a phone', async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await setUp(page, product);
  await addLocation(page, product.url, {
    ...warsaw,
    name: 'W'.repeat(64),
    endpoint: 'a-host-with-a-name-that-is-rather-long.example.com',
  });
  await using _gateway = await connectGateway(page, 'a-gateway-with-a-name-that-is-rather-long.example.com');
  await expect(page.getByRole('status', { name: 'Connection of the gateway' })).toContainText('is connected');
  for (const path of [
    '/locations/1/gateways',
    '/locations/1',
    '/locations',
    '/locations/new',
    '/overview',
    '/overview/1',
  ]) {
    await page.goto(product.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(tooWide, path).toBeLessThanOrEqual(0);
    await expectNoViolations(page);
  }
});
