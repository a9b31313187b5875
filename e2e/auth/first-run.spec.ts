import { expectNoViolations } from '../product/axe.ts';
import { administrator, setUp, signIn } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

test.use({ startsEmpty: true });

test('the setup link creates the first administrator once, and sign-in returns to the requested page', async ({
  page,
  product,
}) => {
  await page.goto(product.setupLink ?? '');
  await expect(page.getByRole('heading', { name: 'Create the first administrator' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Create administrator' }).click();
  for (const label of ['First name', 'Username', 'Email']) {
    await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
  }
  await expectNoViolations(page);
  await setUp(page, product);

  await page.goto(product.setupLink ?? '');
  await expect(page.getByRole('heading', { name: 'This instance is already set up' })).toBeVisible();
  await expectNoViolations(page);

  await page.goto(`${product.url}/settings`);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await expectNoViolations(page);

  await page.goto(`${product.url}/settings`);
  await signIn(page, administrator.username, 'Wrong-horse-7');
  await expect(page.getByText('Incorrect username or password.')).toBeVisible();
  await expectNoViolations(page);
  await signIn(page, administrator.email, administrator.password);
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/settings$/);
  await expectNoViolations(page);
});

test('an invalid setup link shows where to find the valid one', async ({ page, product }) => {
  await page.goto(`${product.url}/setup?token=guessed`);
  await expect(page.getByRole('heading', { name: 'Invalid setup link' })).toBeVisible();
  await expectNoViolations(page);
});

test('an unknown page shows an error, with and without a session', async ({ page, product }) => {
  await page.goto(`${product.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectNoViolations(page);
  await setUp(page, product);
  await page.goto(`${product.url}/no/such/page`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  await expectNoViolations(page);
});
