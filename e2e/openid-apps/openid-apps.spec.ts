import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import { expect, test } from '../product/test.ts';
import { startApplication } from './application.ts';

const pictures = process.env['PICTURES'];

test('an application is added, signs a person in after consent, and loses its access in the profile', async ({
  page,
  product,
  browser,
}) => {
  await using application = await startApplication();
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/applications`);
  await expect(page.getByRole('heading', { name: 'OpenID apps' })).toBeVisible();
  await expectNoViolations(page);
  if (pictures) await page.screenshot({ path: `${pictures}/01-empty.png` });
  await page.getByRole('link', { name: 'Add application' }).first().click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Wiki');
  if (pictures) await page.screenshot({ path: `${pictures}/02-new.png`, fullPage: true });
  const redirects = page.getByRole('combobox', { name: 'Redirect addresses' });
  await redirects.fill(application.redirectUri);
  await redirects.press('Enter');
  await page.getByRole('button', { name: 'Add application' }).click();
  const made = page.getByRole('dialog');
  const secret = (await made.getByText(/^\w{43}$/).textContent()) ?? '';
  await expectNoViolations(page);
  if (pictures) await page.screenshot({ path: `${pictures}/03-secret.png` });
  await made.getByRole('checkbox', { name: 'I have saved it' }).check();
  await made.getByRole('button', { name: 'Done' }).click();
  await expect(page).toHaveURL(/\/applications\/\w{16}$/);
  const clientId = page.url().split('/').at(-1) ?? '';
  await expectNoViolations(page);
  if (pictures) await page.screenshot({ path: `${pictures}/04-setup.png`, fullPage: true });
  await application.connect(`${product.url}/`, { clientId, secret });

  const other = await browser.newContext();
  const visitor = await other.newPage();
  await visitor.goto(application.url);
  await expect(visitor.getByText('Sign in to continue to Wiki')).toBeVisible();
  await expectNoViolations(visitor);
  if (pictures) await visitor.screenshot({ path: `${pictures}/05-sign-in.png` });
  await visitor.reload();
  await signIn(visitor, administrator.username, administrator.password);
  await expect(visitor.getByRole('heading', { name: 'Wiki wants to use your account' })).toBeVisible();
  await expect(visitor.getByText(administrator.email)).toBeVisible();
  await expectNoViolations(visitor);
  if (pictures) await visitor.screenshot({ path: `${pictures}/06-consent.png` });
  await visitor.setViewportSize({ width: 360, height: 780 });
  if (pictures) await visitor.screenshot({ path: `${pictures}/07-consent-360.png` });
  await visitor.getByRole('button', { name: 'Allow' }).click();
  await expect(visitor.getByRole('heading')).toHaveText(`Hello Ada Lovelace, ${administrator.email}`);
  await visitor.goto(application.url);
  await expect(visitor.getByRole('heading')).toHaveText(`Hello Ada Lovelace, ${administrator.email}`);

  await visitor.goto(`${product.url}/me`);
  if (pictures) await visitor.screenshot({ path: `${pictures}/08-me.png`, fullPage: true });
  await visitor.goto(`${product.url}/me/applications`);
  await expectNoViolations(visitor);
  if (pictures) await visitor.screenshot({ path: `${pictures}/09-apps.png`, fullPage: true });
  await visitor.getByRole('button', { name: /^Revoke/ }).click();
  await visitor
    .getByRole('dialog')
    .getByRole('button', { name: /Revoke/ })
    .click();
  await visitor.goto(application.url);
  await visitor.getByRole('button', { name: 'Cancel' }).click();
  await expect(visitor.getByRole('heading')).toHaveText('Not signed in: access_denied');
  await other.close();
});
