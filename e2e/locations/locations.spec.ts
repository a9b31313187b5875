import type { Locator, Page } from '@playwright/test';
import { joinGateway, type TestGateway, type TestGatewayOptions } from '../../apps/server/test/test-gateway.ts';
import { addLocation, api, readGatewayCommand } from '../network/console.ts';
import { expectNoViolations } from '../product/axe.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { administrator, createAdministrator } from '../product/people.ts';
import type { Product } from '../product/start-product.ts';
import { expect, test } from '../product/test.ts';

const warsaw = {
  name: 'Warsaw',
  addresses: ['10.81.0.1/24', 'fd81::1/64'],
  endpoint: 'vpn.example.com',
} as const;

/** Joins with the command on the page and connects. */
async function connectGateway(page: Page, options: TestGatewayOptions): Promise<TestGateway> {
  const [, token = ''] = await readGatewayCommand(page);
  const gateway = await joinGateway(token, options);
  await gateway.connect();
  return gateway;
}

/** The id of the location that the page shows. */
function shownLocation(page: Page): string {
  const [, id] = /\/locations\/(\d+)/.exec(page.url()) ?? [];
  if (!id) throw new Error(`no location at ${page.url()}`);
  return id;
}

/** Adds a device of the administrator and returns its public key. */
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

/** Expects no horizontal overflow and no accessibility violations. */
async function expectToFit(page: Page): Promise<void> {
  const tooWide = await page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(tooWide, page.url()).toBe(0);
  await expectNoViolations(page);
}

test('a location is created, its gateway connects, and the overview shows connected devices live', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/overview`);
  await expect(page.getByRole('heading', { name: 'Set up your first location' })).toBeVisible();
  await expectNoViolations(page);

  await addLocation(page, product.url, warsaw);
  const check = page.getByRole('status', { name: 'Connection of the gateway' });
  await expect(check).toContainText('The check starts once the command is ready.');
  await expectNoViolations(page);
  await using gateway = await connectGateway(page, { name: 'North' });
  await expect(check).toContainText('North is connected');
  await expect(check).toContainText(/Version \d+ was applied/);
  await expect(page.getByRole('row', { name: /North Connected/ })).toBeVisible();
  const addDevice = page.getByRole('link', { name: 'Add device' });
  await expect(addDevice).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'VPN overview' }).click();
  await expect(page.getByText('Gateway connected').first()).toBeVisible();
  await expect(page.getByText('No traffic in this period').first()).toBeVisible();
  await expect(addDevice).toBeVisible();
  const key = await givenDevice(page, 'Laptop');
  await gateway.until(({ state }) => state?.peers.has(key.toString('base64')) === true);
  report(gateway, key, 0);
  // no interaction with the page from here on
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

test('a location shows the consequences of a change, and of its deletion', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await addLocation(page, product.url, warsaw);
  const id = shownLocation(page);
  await givenDevice(page, 'Laptop');

  await page.getByRole('navigation', { name: 'Warsaw' }).getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Warsaw');
  await expectNoViolations(page);
  const addresses = page.getByRole('combobox', { name: 'VPN subnets' });
  await addresses.fill('10.81.0.9/25');
  await addresses.press('Enter');
  await addresses.press('Tab');
  await expect(page.getByText('10.81.0.1/24 and 10.81.0.9/25 overlap', { exact: false })).toBeVisible();
  await expect(
    page.getByText('1 device will stop working until it gets the new configuration.', { exact: false }),
  ).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'VPN overview' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('10.81.0.9/25')).toHaveCount(0);

  await page.getByLabel('Name', { exact: true }).fill('Warszawa');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Warszawa', level: 1 })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Warszawa' }).click();
  await page.getByRole('menuitem', { name: 'Delete location' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Warszawa?' });
  await expect(dialog.getByText('1 device of 1 person loses access to this location immediately.')).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('textbox').fill('Warszawa');
  await dialog.getByRole('button', { name: 'Delete location' }).click();
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${product.url}/locations/${id}`);
  await expect(page.getByRole('heading', { name: 'Location not found' })).toBeVisible();
});

test('invalid gateway credentials are refused, and the console shows the attempts', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await addLocation(page, product.url, warsaw);
  const [, stolen = ''] = await readGatewayCommand(page);
  await using gateway = await connectGateway(page, { name: 'North' });
  await expect(page.getByRole('row', { name: /North Connected/ })).toBeVisible();
  await expect(page.getByText(stolen)).toBeVisible();

  await page.getByRole('button', { name: 'Replace token' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace token' }).click();
  await expect(page.getByText(stolen)).toHaveCount(0);
  await expect(joinGateway(stolen, { hostname: 'thief' })).rejects.toThrow('join token is not valid');
  await expect(page.getByRole('row', { name: /thief.*not valid or was replaced/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /North Connected/ })).toBeVisible();
  await using _other = await connectGateway(page, { name: 'South' });
  await expect(page.getByRole('row', { name: /South Connected/ })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for North' }).click();
  await page.getByRole('menuitem', { name: 'Revoke gateway' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke gateway' }).click();
  await gateway.ended;
  await expect(gateway.connect()).rejects.toThrow('credential');
  await expect(page.getByRole('row', { name: /North Revoked/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /North.*credential was revoked/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /South Connected/ })).toBeVisible();
  await expectNoViolations(page);
});

const long = {
  ...warsaw,
  name: 'W'.repeat(64),
  addresses: ['10.81.0.1/24', 'fd81:1234:5678:9abc:def0:1234:5678:1/64'],
  endpoint: 'a-host-with-a-name-that-is-rather-long.example.com',
  gateway: 'a-gateway-with-a-name-that-is-rather-long.example.com',
  fault: 'reason'.repeat(20),
} as const;

/** Opens the gateways of a location: the returned one, and one that rejects every state. */
async function setUpOnPhone(page: Page, product: Product, opened: AsyncDisposableStack): Promise<TestGateway> {
  await page.setViewportSize({ width: 360, height: 800 });
  await createAdministrator(page.request, product);
  await addLocation(page, product.url, long);
  const gateway = opened.use(await connectGateway(page, { name: long.gateway }));
  opened.use(await connectGateway(page, { hostname: 'f'.repeat(64), refuses: () => long.fault }));
  await expect(page.getByText(long.fault)).toBeVisible();
  return gateway;
}

/** Each screen has a path and the elements that load last, or only after scrolling. */
async function expectAllToFit(page: Page, url: string, screens: readonly [string, ...Locator[]][]): Promise<void> {
  for (const [path, ...parts] of screens) {
    await page.goto(url + path);
    for (const part of parts) await part.scrollIntoViewIfNeeded();
    await expectToFit(page);
  }
}

test('locations and their gateways fit a phone', async ({ page, product }) => {
  await using opened = new AsyncDisposableStack();
  await setUpOnPhone(page, product, opened);
  const id = shownLocation(page);
  const check = page.getByRole('status', { name: 'Connection of the gateway' });
  await expect(check).toContainText(`${long.gateway} is connected`);
  const [, token = ''] = await readGatewayCommand(page);
  await api(page, 'POST', `/network/${id}/token/rotate`);
  await expect(joinGateway(token, { hostname: 'h'.repeat(64) })).rejects.toThrow('join token is not valid');
  await expect(check).toContainText('A connection was rejected');
  await expectToFit(page);

  const name = page.getByLabel('Name', { exact: true });
  await expectAllToFit(page, product.url, [
    [`/locations/${id}/gateways`, page.getByText(long.fault), page.getByText('h'.repeat(64))],
    [`/locations/${id}/settings`, name],
    ['/locations', page.getByRole('link', { name: long.name })],
    ['/locations/new/manual', name],
  ]);
});

test('the overview, of all and of one location, fits a phone', async ({ page, product }) => {
  await using opened = new AsyncDisposableStack();
  const gateway = await setUpOnPhone(page, product, opened);
  const id = shownLocation(page);
  const key = await givenDevice(page, 'D'.repeat(64));
  await gateway.until(({ state }) => state?.peers.has(key.toString('base64')) === true);
  await page.goto(`${product.url}/overview`);
  report(gateway, key, 0);
  await expect(page.getByText('1 in the last hour')).toHaveCount(2);
  report(gateway, key, 5_000_000);
  await expect(page.getByRole('definition').filter({ hasText: '10 MB' })).toBeVisible();

  const location = page.getByRole('link', { name: long.name });
  const connected = page.getByText('1 person, 1 device');
  const device = page.getByText('D'.repeat(64));
  await expectAllToFit(page, product.url, [
    ['/overview', location, connected],
    ['/overview?view=list', location, connected],
    [`/locations/${id}`, page.getByText(long.fault), device],
    [`/locations/${id}?view=list`, page.getByText(long.fault), device],
  ]);
});
