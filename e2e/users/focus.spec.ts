import { createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

test('the focus returns when a dialog closes, a row is deleted and filters are cleared', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  for (const name of ['Builders', 'Cooks', 'Drivers']) {
    const answer = await page.request.post(`${product.url}/api/v1/group`, { data: { name, members: [] } });
    expect(answer.status(), await answer.text()).toBe(201);
  }
  const menuOf = (name: string) => page.getByRole('button', { name: `Actions for ${name}` });
  const openDialog = async (name: string) => {
    await menuOf(name).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Quick view' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  };
  await page.goto(`${product.url}/groups`);

  await openDialog('Cooks');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(menuOf('Cooks')).toBeFocused();

  await openDialog('Cooks');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(menuOf('Cooks')).toHaveCount(0);
  await expect(menuOf('Drivers')).toBeFocused();

  await page.getByRole('searchbox', { name: 'Search groups' }).fill('nothing');
  const clear = page.getByRole('button', { name: 'Clear filters' });
  await clear.focus();
  await page.keyboard.press('Enter');
  await expect(clear).toHaveCount(0);
  await expect(page.getByRole('searchbox', { name: 'Search groups' })).toBeFocused();
});

test('the focus returns to the heading when the last row of a list is deleted', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/me/keys`);
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Deploy');
  await page.getByRole('dialog').getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('checkbox', { name: 'I have saved it' }).check();
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Actions for Deploy' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete token' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'API tokens' })).toBeFocused();
});
