import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

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
