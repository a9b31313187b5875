import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import { expect, test } from '../product/test.ts';
import { startApplication } from './application.ts';

const bob = { username: 'bob', email: 'bob@example.com', password: 'Correct-horse-8' } as const;

test('an application is added, signs a person in after a change of user and consent, and loses its access in the profile', async ({
  page,
  product,
  browser,
}) => {
  await using application = await startApplication();
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/applications`);
  await expect(page.getByRole('heading', { name: 'OpenID apps' })).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('link', { name: 'Add application' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Wiki');
  const redirects = page.getByRole('combobox', { name: 'Redirect URLs' });
  await redirects.fill(application.redirectUri);
  await redirects.press('Enter');
  await page.getByRole('button', { name: 'Add application' }).click();
  const made = page.getByRole('dialog');
  const secret = (await made.getByText(/^\w{43}$/).textContent()) ?? '';
  await expectNoViolations(page);
  await made.getByRole('checkbox', { name: 'I have saved it' }).check();
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/applications\/\w{16}$/);
  const clientId = page.url().split('/').at(-1) ?? '';
  await expect(page.getByRole('heading', { name: 'Wiki', level: 1 })).toBeVisible();
  await expectNoViolations(page);
  await application.connect(`${product.url}/`, { clientId, secret });

  const added = await page.request.post(`${product.url}/api/v1/user`, {
    data: { ...bob, first_name: 'Bob', last_name: 'Zak' },
  });
  expect(added.status(), await added.text()).toBe(201);
  const other = await browser.newContext();
  const visitor = await other.newPage();
  await visitor.goto(application.url);
  await expect(visitor.getByText('Sign in to continue to Wiki')).toBeVisible();
  await expectNoViolations(visitor);
  await visitor.reload();
  await signIn(visitor, bob.username, bob.password);
  await expect(visitor.getByRole('heading', { name: 'Wiki wants to use your account' })).toBeVisible();
  await expect(visitor.getByText(bob.email)).toBeVisible();
  await visitor.getByRole('button', { name: 'Not you?' }).click();
  await expect(visitor.getByText('Sign in to continue to Wiki')).toBeVisible();
  await signIn(visitor, administrator.username, administrator.password);
  await expect(visitor.getByRole('heading', { name: 'Wiki wants to use your account' })).toBeVisible();
  await expect(visitor.getByText(administrator.email)).toBeVisible();
  await expectNoViolations(visitor);
  await visitor.setViewportSize({ width: 360, height: 780 });
  await visitor.getByRole('button', { name: 'Allow' }).click();
  await expect(visitor.getByRole('heading')).toHaveText(`Hello Ada Lovelace, ${administrator.email}`);
  await visitor.goBack();
  await expect(visitor.getByRole('heading', { name: 'This sign-in has ended' })).toBeVisible();
  await visitor.goto(application.url);
  await expect(visitor.getByRole('heading')).toHaveText(`Hello Ada Lovelace, ${administrator.email}`);

  await visitor.goto(`${product.url}/me`);
  await visitor.goto(`${product.url}/me/applications`);
  await expectNoViolations(visitor);
  await visitor.getByRole('button', { name: /^Remove.*Wiki/ }).click();
  await visitor
    .getByRole('dialog')
    .getByRole('button', { name: /Remove/ })
    .click();
  await expect(visitor.getByText('Wiki no longer has access')).toBeVisible();
  await visitor.goto(application.url);
  await visitor.getByRole('button', { name: 'Cancel' }).click();
  await expect(visitor.getByRole('heading')).toHaveText('Not signed in: access_denied');
  await other.close();
});
