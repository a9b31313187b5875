import { administrator, setUp, signIn } from '../product/people.ts';
import { newDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, test } from '../product/test.ts';
import { freePort, startApplication, startNginx } from './nginx.ts';

test.use({
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP *.example.com 127.0.0.1'];
    await use({ ...launchOptions, args });
  },
});

test('an application behind nginx is for those who are signed in, and knows who they are', async ({ page }) => {
  await using made = new AsyncDisposableStack();
  const [listen, core] = [await freePort(), await freePort()];
  const dataDir = await newDataDir();
  made.defer(() => removeDataDir(dataDir));
  const console = `http://gatewarden.example.com:${listen}`;
  const app = `http://app.example.com:${listen}`;
  const product = await startProduct({
    dataDir,
    environment: {
      GATEWARDEN_HTTP_PORT: String(core),
      GATEWARDEN_URL: console,
      GATEWARDEN_COOKIE_DOMAIN: 'example.com',
    },
  });
  made.defer(() => product.stop());
  const application = made.use(await startApplication());
  made.use(await startNginx({ listen, gatewarden: core, application: application.port }));

  await setUp(page, product);
  await page.context().clearCookies();
  await page.goto(`${app}/pages/7?sort=name&dir=up`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(application.headers()).toBeUndefined();
  await signIn(page, administrator.username, administrator.password);
  await expect(page.getByRole('heading', { name: `Hello ${administrator.username}` })).toBeVisible();
  await expect(page).toHaveURL(`${app}/pages/7?sort=name&dir=up`);
  // with the session the application could act as the person
  expect(JSON.stringify(application.headers())).not.toContain('gatewarden_session');

  await page.setExtraHTTPHeaders({ 'remote-user': 'somebody' });
  await page.goto(app);
  await expect(page.getByRole('heading', { name: `Hello ${administrator.username}` })).toBeVisible();

  // a link that somebody made up leads to the console
  await page.goto(`${console}/sign-in?r=${encodeURIComponent('http://evil.example/')}`);
  await signIn(page, administrator.username, administrator.password);
  await expect(page).toHaveURL(new RegExp(`^${console}/(?!sign-in)`));

  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${console}/sign-in`));
  await page.goto(app);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
