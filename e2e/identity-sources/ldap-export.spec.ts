import { addUser } from '@gatewarden/contract/users';
import { createCaller } from '../../apps/server/test/caller.ts';
import { findEntry } from '../../apps/server/test/given/ldap-export.ts';
import { startSlapd } from '../../apps/server/test/slapd.ts';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

test('writes accounts to a directory, and says so while it cannot', async ({ page, product }) => {
  await using slapd = await startSlapd();
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings/ldap`);
  await page.getByLabel('Use LDAP').check();
  await page.getByLabel('Server address').fill(slapd.url);
  await page.getByLabel('Service account', { exact: false }).first().fill(slapd.writerName);
  await page.getByLabel('Password of the service account').fill(slapd.bindPassword);
  await page.getByLabel('Search base for people').fill(slapd.userBase);
  await page.getByLabel('Search base for groups').fill(slapd.groupBase);
  await page.getByRole('combobox', { name: 'Accounts and groups' }).click();
  await page.getByRole('option', { name: 'From Gatewarden to the directory' }).click();
  await page.getByLabel('Further object classes of people').fill('');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Save changes' }).dblclick();
  await page.getByRole('button', { name: 'Save and write' }).dblclick();
  await expect(page.getByText('LDAP settings saved')).toBeVisible();

  const cookies = await page.context().cookies();
  const admin = createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  const add = (username: string) => {
    const body = { username, first_name: 'Grace', last_name: 'Hopper', email: `${username}@example.com` };
    return admin.call(addUser, { body: { ...body, phone: null } });
  };
  await add('grace');
  await page.goto(`${product.url}/settings/directory`);
  const writing = page.getByRole('region', { name: 'Writing to the directory' });
  await expect(writing.getByText('Up to date')).toBeVisible();
  await expect.poll(() => findEntry(slapd, slapd.userBase, 'uid', 'grace')).toMatchObject({ sn: 'Hopper' });
  await expectNoViolations(page);

  await slapd.stop();
  await add('heidi');
  await expect(writing.getByText('Failed')).toBeVisible();
  await page.goto(`${product.url}/home`);
  await page.getByRole('link', { name: 'View details' }).click();
  await expect(page.getByText('The directory can’t be written to')).toBeVisible();
  await expectNoViolations(page);
  await page.goto(`${product.url}/sources`);
  const source = page.getByRole('region', { name: 'LDAP directory' });
  await expect(source.getByText('The directory can’t be written to')).toBeVisible();
  await expectNoViolations(page);

  await slapd.start();
  await source.getByRole('link', { name: 'View details' }).click();
  await page.getByRole('button', { name: 'Compare now' }).dblclick();
  await expect(writing.getByText('Up to date')).toBeVisible();
  await expect.poll(() => findEntry(slapd, slapd.userBase, 'uid', 'heidi')).toMatchObject({ sn: 'Hopper' });
});
