import { addProvider } from '@gatewarden/contract/identity-providers';
import { createCaller } from '../../apps/server/test/caller.ts';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

test('sets up the directory of Google Workspace, and says what is wrong with its key', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  const cookies = await page.context().cookies();
  const admin = createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  const client = { client_id: 'client', client_secret: 'secret' };
  await admin.call(addProvider, {
    body: { name: 'Google', kind: 'google', base_url: 'https://accounts.google.com', ...client },
  });

  await page.goto(`${product.url}/settings/openid`);
  await page.getByRole('button', { name: 'Actions for Google' }).click();
  await page.getByRole('menuitem', { name: 'Directory sync' }).click();
  const dialog = page.getByRole('dialog');
  const keyField = dialog.getByLabel('Key of the service account (JSON)');
  const file = { type: 'service_account', client_email: 'sync@example.com' };
  await keyField.fill(JSON.stringify(file));
  await dialog.getByLabel('Email of an administrator at Google').fill('admin@example.com');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(keyField).toHaveAccessibleDescription(/private_key/);
  // has the form of a key, but is none
  const private_key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n';
  await keyField.fill(JSON.stringify({ ...file, private_key }));
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await expect(page.getByText('Google saved')).toBeVisible();

  await page.goto(`${product.url}/settings/openid`);
  await page.getByRole('button', { name: 'Actions for Google' }).click();
  await page.getByRole('menuitem', { name: 'Directory sync' }).click();
  // the stored key is not sent back
  await expect(keyField).toHaveValue('');
  await dialog.getByRole('link', { name: 'Show the state, test the connection and run it' }).click();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByRole('alert')).toContainText(/service account/);
  await expectNoViolations(page);
});
