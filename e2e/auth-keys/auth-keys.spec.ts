import { gpgFingerprint, gpgKey } from '../../apps/server/test/given/gpg-keys.ts';
import { newSshKey } from '../../apps/server/test/given/ssh-keys.ts';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

test('keys are pasted or read from a file, renamed and deleted, and a private key is not sent', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.postData() ?? ''));
  await page.goto(`${product.url}/me/keys`);
  const keys = page.getByRole('region', { name: 'SSH and GPG keys' });
  await expect(keys.getByText('No keys yet')).toBeVisible();
  await expectNoViolations(page);

  await keys.getByRole('button', { name: 'Add key' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a key' });
  const text = dialog.getByLabel('Public key');
  await expect(text).toBeFocused();
  await text.fill('-----BEGIN OPENSSH PRIVATE KEY-----\nY2FuYXJ5\n-----END OPENSSH PRIVATE KEY-----');
  await dialog.getByLabel('Name').fill('Laptop');
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await expect(dialog.getByText(/^This is a private key/)).toBeVisible();
  await expectNoViolations(page);
  expect(sent.join()).not.toContain('Y2FuYXJ5');
  const ssh = newSshKey();
  await text.fill(`${ssh} ada@laptop`);
  await expect(dialog.getByRole('status')).toHaveText('This is an SSH key.');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Add key' }).click();
  await expect(keys.getByRole('listitem', { name: 'Laptop' })).toContainText(/SHA256:\S{43}/);
  await expectNoViolations(page);

  await page.goto(`${product.url}/users/ada`);
  await page.getByRole('link', { name: 'Keys and tokens' }).click();
  await keys.getByRole('button', { name: 'Add key' }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose file' }).click(),
  ]);
  await chooser.setFiles({ name: 'ada.asc', mimeType: 'application/pgp-keys', buffer: Buffer.from(gpgKey) });
  await expect(dialog.getByRole('status')).toHaveText('This is a GPG key.');
  await dialog.getByLabel('Name').fill('Signing');
  await dialog.getByRole('button', { name: 'Add key' }).click();
  const signing = keys.getByRole('listitem', { name: 'Signing' });
  await expect(signing).toContainText(gpgFingerprint);
  await expectNoViolations(page);

  await signing.getByRole('button', { name: 'Actions for Signing' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Releases');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await keys.getByRole('button', { name: 'Actions for Releases' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Delete key' }).click();
  await expect(page.getByText('Releases was deleted')).toBeVisible();
  await expect(keys.getByRole('listitem')).toHaveCount(1);

  await page.setViewportSize({ width: 360, height: 780 });
  await expect(keys.getByRole('listitem', { name: 'Laptop' })).toBeVisible();
  const width = await page.evaluate('document.documentElement.scrollWidth');
  expect(width).toBeLessThanOrEqual(360);
  await expectNoViolations(page);
});
