import { createCaller } from '../../apps/server/test/caller.ts';
import { createSteps } from '../../apps/server/test/given/ldap.ts';
import { startSlapd } from '../../apps/server/test/slapd.ts';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator, signIn } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

const password = 'Directory-pass-1';

test('sets up a directory, synchronizes it, and signs a person out who leaves it', async ({
  page,
  browser,
  product,
}) => {
  await using slapd = await startSlapd();
  for (const name of ['grace', 'heidi']) {
    await slapd.addUser({ name, givenName: name, sn: 'Hopper', mail: `${name}@example.com`, password });
  }
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/sources`);
  await page.getByRole('link', { name: 'Set up LDAP or Active Directory' }).click();

  await page.getByLabel('Use LDAP').check();
  await page.getByLabel('Server address').fill(slapd.url);
  await page.getByLabel('Service account', { exact: false }).first().fill(slapd.bindName);
  await page.getByLabel('Password of the service account').fill(slapd.bindPassword);
  await page.getByLabel('Search base for people').fill(slapd.userBase);
  await page.getByLabel('Search base for groups').fill(slapd.groupBase);
  await page.getByRole('combobox', { name: 'Accounts and groups' }).click();
  await page.getByRole('option', { name: 'From the directory to Gatewarden' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('LDAP settings saved')).toBeVisible();
  await page.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('The connection works.')).toBeVisible();
  await expectNoViolations(page);

  await page.goto(`${product.url}/settings/directory/ldap`);
  await page.getByRole('button', { name: 'Preview' }).dblclick();
  await expect(page.getByRole('list', { name: 'To add (2)' })).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${product.url}/settings/directory/ldap`);
  await page.getByRole('button', { name: 'Synchronize now' }).click();
  await page.getByRole('button', { name: 'Confirm and apply' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Completed').first()).toBeVisible();

  await page.goto(`${product.url}/sources`);
  const source = page.getByRole('region', { name: 'LDAP directory' });
  await expect(source.getByRole('link', { name: '2', exact: true })).toBeVisible();
  await expectNoViolations(page);

  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${product.url}/sign-in`);
  await signIn(other, 'grace', password);
  await expect(other).not.toHaveURL(/sign-in/);

  await slapd.client.del(`cn=grace,${slapd.userBase}`);
  const cookies = await page.context().cookies();
  const admin = createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  const { sync } = createSteps(admin);
  expect((await sync()).state).toBe('waiting');
  // more than the limit: the screen asks without a reload
  await source.getByRole('link', { name: 'Review and confirm' }).click();
  await page.getByRole('button', { name: 'Confirm and apply' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Completed').first()).toBeVisible();
  await expect(other).toHaveURL(/sign-in/);
  await context.close();
});
