import { Buffer } from 'node:buffer';
import { crc32, deflateSync } from 'node:zlib';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

const svg = (content: string) => ({
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="90" height="40"><rect width="90" height="40" fill="#5b5dd6"/>${content}</svg>`,
  ),
});

/** A gray image. */
function png(width: number, height: number) {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  const pixels = deflateSync(Buffer.alloc((width + 1) * height, 120));
  const parts = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]),
  };
}

test('the name and logos of the instance are uploaded, saved and restored', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings`);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expectNoViolations(page);
  const choose = async (label: string, file: ReturnType<typeof svg>) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: `Upload a file: ${label}` }).click();
    await (await chooser).setFiles(file);
  };

  await choose('Logo in the navigation', svg('<script>alert(1)</script>'));
  await expect(page.getByText('This SVG contains <script>.')).toBeVisible();
  await choose('Logo in the navigation', png(120, 20));
  await expect(page.getByText('The image is 120×20 px. It can be at most 100×100 px.')).toBeVisible();
  await expectNoViolations(page);
  await choose('Logo in the navigation', svg(''));
  await expect(page.getByLabel('Logo in the navigation (optional)')).toHaveValue(/^\/api\/v1\/logo\/[0-9a-f]{64}$/);
  const previews = page.locator('figure').nth(1).getByRole('img');
  for (const preview of await previews.all()) await expect(preview).toHaveJSProperty('naturalWidth', 90);
  await expectNoViolations(page);

  await page.getByLabel('Instance name').fill('Head office');
  await page.getByRole('button', { name: 'Save changes' }).dblclick();
  await expect(page).toHaveTitle(/Head office$/);
  const logo = page.getByRole('banner').locator('img');
  await expect(logo).toHaveAttribute('src', /^\/api\/v1\/logo\//);
  await page.reload();
  await expect(logo).toHaveJSProperty('naturalWidth', 90);

  await page.getByRole('button', { name: 'Restore defaults' }).click();
  const question = page.getByRole('dialog', { name: 'Restore the default branding?' });
  await expectNoViolations(page);
  await question.getByRole('button', { name: 'Restore defaults' }).click();
  await expect(page).toHaveTitle(/Gatewarden$/);
  await expect(page.getByLabel('Instance name')).toHaveValue('Gatewarden');
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
});

test('unsaved settings remain on their tab, and a search finds a setting on another', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings`);
  await page.getByLabel('Instance name').fill('X');
  await page.getByRole('combobox', { name: 'Search settings' }).fill('siem');
  await expect(page.getByRole('option', { name: 'Activity log streaming' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Search settings' }).fill('from address');
  await page.getByRole('option', { name: /^Sender/ }).click();
  await expect(page).toHaveURL(/\/settings\/mail$/);
  await expect(page.getByLabel('Sender (optional)')).toBeFocused();
  await page.keyboard.type('no address');
  const tabs = page.getByRole('navigation', { name: 'Settings' });
  await expect(tabs.getByRole('img', { name: 'Unsaved changes' })).toHaveCount(2);
  await expectNoViolations(page);

  await page.goBack();
  await expect(page.getByLabel('Instance name')).toHaveValue('X');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByLabel('Instance name')).toBeFocused();
  await expect(page.getByLabel('Instance name')).toHaveAccessibleDescription(/3 characters/);
  await page.getByLabel('Instance name').fill('Branch office');
  await page.getByRole('button', { name: 'Save changes' }).dblclick();
  await expect(page).toHaveTitle(/Branch office$/);
  await expect(tabs.getByRole('img', { name: 'Unsaved changes' })).toHaveCount(1);

  await page.getByRole('link', { name: 'Users', exact: true }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Stay' }).click();
  await tabs.getByRole('link', { name: /^Email/ }).click();
  await expect(page.getByLabel('Sender (optional)')).toHaveValue('no address');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(tabs.getByRole('img', { name: 'Unsaved changes' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await expect(page).toHaveURL(/\/users$/);
});
