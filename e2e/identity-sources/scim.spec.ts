import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

test('creates a SCIM token, shows the user whom an application adds, rotates and deletes the token', async ({
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/sources`);
  await expect(page.getByText('All users are managed here')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Set up SCIM' }).click();

  await page.getByRole('button', { name: 'Create token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Entra');
  await dialog.getByRole('button', { name: 'Create token' }).dblclick();
  await expect(dialog.getByText('Copy or download this now.')).toBeVisible();
  await expectNoViolations(page);
  const readSecret = async () => /gws_[\w-]{86}/.exec((await dialog.textContent()) ?? '')?.[0] ?? '';
  const finish = async () => {
    await dialog.getByLabel('I have saved it').check();
    await dialog.getByRole('button', { name: 'Done' }).click();
  };
  const first = await readSecret();
  await finish();
  await expect(page.getByRole('listitem', { name: 'Entra' })).toHaveCount(1);

  // what an application sends appears without a reload
  const send = (token: string, method: string, path: string, data?: object) =>
    page.request.fetch(`${product.url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(data && { data: JSON.stringify(data) }),
    });
  await page.goto(`${product.url}/users`);
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
  const schemas = ['urn:ietf:params:scim:schemas:core:2.0:User'];
  const added = await send(first, 'POST', '/Users', {
    schemas,
    userName: 'grace@example.com',
    name: { givenName: 'Grace', familyName: 'Hopper' },
    emails: [{ value: 'grace@example.com', primary: true }],
    active: true,
  });
  expect(added.status(), await added.text()).toBe(201);
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details.getByRole('link', { name: 'SCIM' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('First name')).toHaveAttribute('readonly');
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.goto(`${product.url}/sources`);
  const source = page.getByRole('region', { name: 'SCIM' });
  await expect(source.getByText('Accepted')).toBeVisible();
  await expectNoViolations(page);
  await source.getByRole('link', { name: 'Settings of SCIM' }).click();
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Actions for Entra' }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await choose('Rotate');
  await dialog.getByRole('button', { name: 'Rotate token' }).click();
  await expect(dialog.getByText('Copy or download this now.')).toBeVisible();
  const second = await readSecret();
  await finish();
  expect(second).not.toBe(first);
  // the former secret still works for a while
  for (const token of [first, second]) expect((await send(token, 'GET', '/Users')).status()).toBe(200);

  await choose('Delete');
  await dialog.getByRole('button', { name: 'Delete token' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  for (const token of [first, second]) expect((await send(token, 'GET', '/Users')).status()).toBe(401);
  await page.goto(`${product.url}/sources`);
  await expect(source.getByText('No token')).toBeVisible();
});
