import { addProvider } from '@gatewarden/contract/identity-providers';
import { createCaller } from '../../apps/server/test/caller.ts';
import { startRealProvider } from '../../apps/server/test/openid-provider/real-provider.ts';
import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import { copyDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, testAlone as test } from '../product/test.ts';

const callbackPath = '/auth/callback';

test('sets up a provider, signs in there, and links the account of an administrator', async ({
  page,
  browser,
  preparedDataDir,
}) => {
  await using made = new AsyncDisposableStack();
  const dataDir = await copyDataDir(preparedDataDir);
  made.defer(() => removeDataDir(dataDir));
  const product = await startProduct({ dataDir, environment: { GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.1' } });
  made.defer(() => product.stop());
  const idp = made.use(await startRealProvider([`${product.url}${callbackPath}`]));

  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings/openid`);
  await page.getByRole('button', { name: 'Add provider' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(`${product.url}${callbackPath}`)).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Provider' }).click();
  await page.getByRole('option', { name: 'Custom' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Company');
  await dialog.getByLabel('Issuer address').fill(idp.issuer);
  await dialog.getByRole('button', { name: 'Test address' }).click();
  await expect(dialog.getByText('Provider found')).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByLabel('Client ID').fill(idp.client.id);
  await dialog.getByLabel('Client secret').fill(idp.client.secret);
  await dialog.getByRole('button', { name: 'Add provider' }).click();
  await expect(page.getByText('Company saved')).toBeVisible();

  // a person without an account
  idp.account = {
    sub: 'grace',
    claims: { email: 'grace@example.com', email_verified: true, given_name: 'Grace', family_name: 'Hopper' },
  };
  const context = await browser.newContext();
  made.defer(() => context.close());
  const other = await context.newPage();
  await other.goto(`${product.url}/me/security`);
  await other.getByRole('button', { name: 'Sign in with Company' }).click();
  await expect(other).toHaveURL(`${product.url}/me/security`);
  await expect(other.getByRole('region', { name: 'Linked sign-ins' }).getByText('grace@example.com')).toBeVisible();

  // an administrator is not linked by address, but may link the account
  idp.account = { sub: 'ada', claims: { email: administrator.email, email_verified: true } };
  const third = await (await browser.newContext()).newPage();
  made.defer(() => third.context().close());
  await third.goto(`${product.url}/sign-in`);
  await third.getByRole('button', { name: 'Sign in with Company' }).click();
  await expect(third.getByText('There is already an account with your email address.')).toBeVisible();
  await third.getByRole('link', { name: 'Back to sign-in' }).click();
  await signIn(third, administrator.username, administrator.password);
  await expect(third).not.toHaveURL(/sign-in/);
  await third.goto(`${product.url}/me/security`);
  await third.getByRole('button', { name: 'Link Company' }).click();
  await expect(third.getByText('Company linked')).toBeVisible();
  await expect(third).toHaveURL(`${product.url}/me/security`);
});

test('says on the callback page why a sign-in failed', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  const cookies = await page.context().cookies();
  const admin = createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  const body = { name: 'Down', base_url: 'https://127.0.0.1:1', client_id: 'x', client_secret: 'y' };
  await admin.call(addProvider, { body });
  await page.context().clearCookies();
  await page.goto(`${product.url}/sign-in`);
  await page.getByRole('button', { name: 'Sign in with Down' }).click();
  await expect(page.getByRole('alert')).toContainText('couldn’t reach the provider');
  await page.goto(`${product.url}${callbackPath}?code=x&state=sign-in.x`);
  await expect(page.getByRole('alert')).toContainText('Start again');
  await expectNoViolations(page);
});
