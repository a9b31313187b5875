import { readFile } from 'node:fs/promises';
import { expectNoViolations } from '../product/axe.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { locationBody } from '../product/location-body.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

const location = locationBody({ address: '10.81.0.1/24, fd81::1/64', allowed_ips: '10.81.0.0/24' });

test('a device is added with a private key that stays in the browser, shown without it later, and removed', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  expect((await page.request.post(`${product.url}/api/v1/network`, { data: location })).status()).toBe(201);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));

  await page.goto(`${product.url}/me`);
  await page.getByRole('link', { name: 'Add device' }).click();
  await expect(page.getByRole('radio', { name: 'VPN client' })).toBeChecked();
  await expectNoViolations(page);
  await page.getByText('WireGuard app', { exact: true }).click();
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await expect(name).toHaveValue('Ada’s Linux PC');
  await name.clear();
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await expectNoViolations(page);
  await name.fill('Work laptop');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page.getByRole('heading', { name: 'Connect Work laptop' })).toBeFocused();
  await page.getByText('Show QR code').click();
  await expect(page.getByRole('img', { name: 'QR code with the configuration for Warsaw' })).toBeVisible();
  await expect(page.getByText('Waiting for the first connection…')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'My profile' }).first().click();
  await expect(page.getByRole('dialog', { name: 'Leave without saving the private key?' })).toBeVisible();
  await page.getByRole('button', { name: 'Stay' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  const privateKey = /PrivateKey = (\S{43}=)/.exec(text)?.[1] ?? '';
  expect(privateKey).not.toBe('');
  expect(sent.join('\n')).not.toContain(privateKey);
  expect(sent.join('\n')).toContain('wireguard_pubkey');
  await page.getByRole('button', { name: 'Done' }).click();

  const card = page.getByRole('article', { name: 'Work laptop' });
  await expect(card).toContainText('10.81.0.2, fd81::2');
  await expectNoViolations(page);
  await card.getByRole('button', { name: 'Show configuration' }).click();
  await expect(page.getByText(/PrivateKey = YOUR_PRIVATE_KEY/)).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: 'Actions for Work laptop' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(page.getByText('It loses access to 1 location immediately.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove device' }).click();
  await expect(page.getByRole('heading', { name: 'Connect your first device' })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Work laptop was restored')).toBeVisible();
  await expect(card).toContainText('10.81.0.2, fd81::2');
});

test('a duplicate device name is refused at its field, and the other input is retained', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.request.post(`${product.url}/api/v1/network`, { data: location });
  const name = page.getByRole('textbox', { name: 'Name', exact: true });

  await page.goto(`${product.url}/users/ada/devices/new`);
  await page.getByText('WireGuard app', { exact: true }).click();
  await name.fill('Phone');
  await page.getByRole('button', { name: 'Add device' }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/users\/ada\/devices$/);
  await expect(page.getByRole('article', { name: 'Phone' })).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('link', { name: 'Add device' }).click();
  await page.getByText('WireGuard app', { exact: true }).click();
  await name.fill('Phone');
  await page.getByText('Use your own key').click();
  await page.getByRole('textbox', { name: 'Public key' }).fill(newKeyPair().publicKey);
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page.getByText('A device with this name already exists. Choose another name.')).toBeVisible();
  await expect(name).toBeFocused();
  await expectNoViolations(page);
  await name.fill('Tablet');
  await page.getByRole('button', { name: 'Add device' }).click();
  await expect(page.getByText(/PrivateKey = YOUR_PRIVATE_KEY/)).toBeVisible();
});

/** Families of which the page has loaded a file. An expression, because tests are compiled without the types of a page. */
const loadedFonts = `[...document.fonts]
  .filter(({ status }) => status === 'loaded')
  .map(({ family }) => family.replaceAll('"', ''))`;

test('an administrator finds a device of another user, looks at it with keys, and removes it with a way back', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  const post = async (path: string, data: object) => {
    const answer = await page.request.post(`${product.url}/api/v1${path}`, { data });
    expect(answer.status(), await answer.text()).toBe(201);
  };
  await post('/network', location);
  const person = { first_name: 'Bob', last_name: 'Zak' };
  const minjun = { username: 'minjun', first_name: '민준', last_name: '김', email: 'minjun@example.com' };
  await post('/user', minjun);
  await post('/user', { username: 'bob', email: 'bob@example.com', password: 'Correct-horse-7', ...person });
  for (const name of ['Laptop', 'iPhone']) {
    await post('/device/bob', { name, wireguard_pubkey: newKeyPair().publicKey });
  }
  await post('/device/minjun', { name: 'Tablet', wireguard_pubkey: newKeyPair().publicKey });
  await page.goto(`${product.url}/home`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  const table = page.getByRole('table', { name: 'Devices' });
  await expect(table.getByRole('row')).toHaveCount(4);
  // names in Hangul have a font in every language
  await expect(table).toContainText('김민준');
  await expect.poll(() => page.evaluate(loadedFonts)).toContain('Pretendard Variable');
  await expect(table).toContainText(/Bob Zak.*Warsaw · 10\.81\.0\./);
  await expectNoViolations(page);
  await page.getByRole('searchbox', { name: 'Search devices' }).fill('zak iphone');
  await expect(table.getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'iPhone' }).focus();
  await page.keyboard.press('Space');
  const summary = page.getByRole('region', { name: 'iPhone' });
  await expect(summary.getByText('fd81::3')).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('1 device of 1 person can’t connect anymore, immediately.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove device' }).click();
  await expect(page.getByText('No matches')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1 device was restored')).toBeVisible();
  await page.getByRole('link', { name: 'iPhone' }).click();
  await expect(page).toHaveURL(/\/users\/bob\/devices\/\d+$/);
  await page.setViewportSize({ width: 360, height: 720 });
  await page.goto(`${product.url}/devices`);
  await expect(page.getByRole('list', { name: 'Devices' }).getByRole('listitem')).toHaveCount(3);
  await expectNoViolations(page);
});
