import type { Page } from '@playwright/test';
import { api } from '../network/console.ts';
import { expectNoViolations } from '../product/axe.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { administrator, createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

const server = newKeyPair();
const [laptop, phone] = [newKeyPair(), newKeyPair()];

/** As wg-easy writes it. */
const file = (address: string) => `# Server
[Interface]
PrivateKey = ${server.privateKey}
Address = ${address}
ListenPort = 51820
PostUp = iptables -A FORWARD -i wg0 -j ACCEPT

# Client: ${administrator.username} laptop (1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed)
[Peer]
PublicKey = ${laptop.publicKey}
AllowedIPs = 10.91.0.7/32

# Client: printer (2)
[Peer]
PublicKey = ${phone.publicKey}
AllowedIPs = 10.91.0.8/32
`;

const next = (page: Page) => page.getByRole('button', { name: 'Continue' }).click();

async function choose(page: Page, text: string): Promise<void> {
  const buffer = Buffer.from(text);
  await page.locator('input[type="file"]').setInputFiles({ name: 'wg0.conf', mimeType: 'text/plain', buffer });
  await page.getByRole('button', { name: 'Check file' }).click();
}

test('a WireGuard file becomes a location with the devices of its users', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/locations`);
  await page.getByRole('link', { name: 'Add location' }).click();
  await expect(page.getByRole('link', { name: 'Import a file' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Import a file' }).click();

  await choose(page, file('10.91.0.1/240'));
  await expect(page.getByRole('alert')).toContainText('Address is not valid 10.91.0.1/240');
  await expect(page.getByRole('alert')).toContainText('Line 4');
  await expectNoViolations(page);

  await choose(page, file('10.91.0.1/24'));
  await expect(page.getByText('2 peers', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await next(page);

  await page.getByLabel('Name', { exact: true }).fill('Moved');
  await page.getByLabel('Hostname or IP address').fill('vpn.example.com');
  await expectNoViolations(page);
  await next(page);

  await expect(page.getByRole('combobox', { name: /^User of .* laptop$/ })).toHaveValue(
    new RegExp(administrator.username),
  );
  await expect(page.getByRole('combobox', { name: 'User of printer' })).toHaveValue('Skip');
  await expectNoViolations(page);
  await page.goBack();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Moved');
  await page.goForward();
  await next(page);

  await expect(page.getByText('1 for 1 user')).toBeVisible();
  await expectNoViolations(page);
  expect(await api(page, 'GET', '/network')).toEqual([]);
  await page.getByRole('button', { name: 'Add location' }).dblclick();
  await expect(page.getByText('Moved was added with 1 device')).toBeVisible();
  expect(await api(page, 'GET', '/network')).toMatchObject([{ name: 'Moved', pubkey: server.publicKey }]);

  await page.getByRole('link', { name: 'Devices', exact: true }).last().click();
  const row = page.getByRole('row', { name: new RegExp(`${administrator.username} laptop`) });
  await expect(row).toContainText('10.91.0.7');
});

test('an import that is reloaded begins again and has stored nothing', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/locations/new/import`);
  await choose(page, file('10.91.0.1/24'));
  await next(page);
  await expect(page).toHaveURL(/step=location/);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByLabel('Or paste the text')).toHaveValue('');
  expect(await api(page, 'GET', '/network')).toEqual([]);
});
