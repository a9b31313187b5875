import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

const una = { username: 'una.user', password: 'Better-horse-8' };

test('a browser shows sign-in immediately after another browser ends its session', async ({
  browser,
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  const elsewhere = await browser.newPage();
  await elsewhere.goto(`${product.url}/me/security`);
  await signIn(elsewhere, administrator.username, administrator.password);
  await expect(elsewhere.getByRole('heading', { name: 'Sessions' })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(`${product.url}/me/security`);
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expect(sessions.getByText('This browser')).toHaveCount(1);
  await expectNoViolations(page);
  await sessions.getByRole('button', { name: /^Sign out of/ }).click();
  await expect(page.getByText('Session ended')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  // without an action in the other browser
  await expect(elsewhere.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await page.goto(`${product.url}/users/${administrator.username}/sessions`);
  await expect(sessions.getByText('This browser')).toBeVisible();
  await expectNoViolations(page);
  await elsewhere.close();
});

test('no tab shows what the user before saw after another one signs in with the same browser', async ({
  context,
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  const names = { first_name: 'Una', last_name: 'User', email: 'una@example.com' };
  const added = await page.request.post(`${product.url}/api/v1/user`, { data: { ...una, ...names } });
  expect(added.status(), await added.text()).toBe(201);
  await page.goto(`${product.url}/settings`);
  // input that is not saved does not keep the page
  await page.getByRole('textbox', { name: 'Instance name' }).fill('Another name');

  const other = await context.newPage();
  await other.goto(`${product.url}/sign-in`);
  await signIn(other, una.username, una.password);
  await expect(other.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
  // without an action in this tab
  await expect(page).toHaveURL(/\/me$/);
  await expect(page.getByRole('heading', { name: 'No locations yet' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Users' })).toHaveCount(0);
});
