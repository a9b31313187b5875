import { request } from 'node:http';
import { freePort } from '../../tools/free-port.ts';
import { guideBlock } from '../../tools/guides/guide-blocks.ts';
import { administrator, setUp, signIn } from '../product/people.ts';
import { newDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, testAlone as test } from '../product/test.ts';
import { startApplication } from './application.ts';
import { type Ports, type StartProxy, startCaddy, startNginx } from './proxies.ts';
import { type ApplicationRequest, requestApplication } from './request-application.ts';

test.use({
  ignoreHTTPSErrors: true,
  launchOptions: async ({ launchOptions }, use) => {
    const args = [...(launchOptions.args ?? []), '--host-resolver-rules=MAP *.example.com 127.0.0.1'];
    await use({ ...launchOptions, args });
  },
});

const settings = guideBlock('forward-auth.md#settings');
const sessionCookie = '__Secure-gatewarden_session';

/** Starts the product, an application and a proxy in front of both. */
async function startAll(start: StartProxy) {
  await using made = new AsyncDisposableStack();
  const [listen, plain, core] = [await freePort(), await freePort(), await freePort()];
  const dataDir = await newDataDir();
  made.defer(() => removeDataDir(dataDir));
  const console = `https://gatewarden.example.com:${listen}`;
  const product = await startProduct({
    dataDir,
    environment: {
      ...Object.fromEntries(
        settings
          .trim()
          .split('\n')
          .map((line) => line.split('=')),
      ),
      GATEWARDEN_HTTP_PORT: String(core),
      GATEWARDEN_URL: console,
    },
  });
  made.defer(() => product.stop());
  const application = made.use(await startApplication());
  const ports: Ports = { listen, plain, gatewarden: core, application: application.port };
  made.use(await start(ports));
  const rest = made.move();
  return {
    product,
    application,
    ports,
    console,
    app: `https://app.example.com:${listen}`,
    send: (input?: ApplicationRequest) => requestApplication(listen, input),
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
}

const proxies = [
  { name: 'nginx', start: startNginx, closed: 500 },
  { name: 'Caddy', start: startCaddy, closed: 502 },
] as const;

for (const { name, start, closed } of proxies) {
  test(`an application behind ${name} requires sign-in and receives the user`, async ({ page }) => {
    await using all = await startAll(start);
    const { product, application, app, console, send } = all;
    await setUp(page, product);
    await page.context().clearCookies();
    await page.goto(`${app}/pages/7?sort=name&dir=up`);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
    expect(application.requests).toEqual([]);
    await signIn(page, administrator.username, administrator.password);
    await expect(page.getByRole('heading', { name: `Hello ${administrator.username}` })).toBeVisible();
    await expect(page).toHaveURL(`${app}/pages/7?sort=name&dir=up`);

    const session = (await page.context().cookies()).find((cookie) => cookie.name === sessionCookie);
    expect(session).toMatchObject({ domain: '.example.com', httpOnly: true, secure: true });
    const token = session?.value ?? '';
    const real = `${sessionCookie}=${token}`;
    const junk = `${sessionCookie}=junk`;
    // the application must not receive the session: it could act as the user
    for (const cookie of [
      real,
      `a=1; ${real}; b=2`,
      `${real}; a=1; ${junk}`,
      `${junk}; ${real}`,
      `${junk}; a=1; ${real}; ${junk}; ${real}; b=2`,
      `gatewarden_session=x; ${real};${real}`,
    ]) {
      const headers = { cookie, 'remote-user': 'attacker' };
      expect([cookie, (await send({ headers })).status]).toEqual([cookie, 200]);
      const got = application.requests.at(-1);
      expect([cookie, JSON.stringify(got)]).toEqual([cookie, expect.not.stringContaining(token)]);
      expect(got?.['remote-user']).toBe(administrator.username);
    }
    await send({ headers: { cookie: `a=1; ${real}; b=2` } });
    expect(application.requests.at(-1)?.cookie).toMatch(/^a=1; (.*; )?b=2$/);

    expect((await send({ method: 'POST', headers: { cookie: real }, body: Buffer.alloc(5_000_000) })).status).toBe(200);
    const upgrade = { connection: 'upgrade', upgrade: 'websocket', cookie: real };
    expect((await send({ headers: upgrade })).status).toBe(101);

    const reached = application.requests.length;
    const back = `${console}/sign-in?r=${encodeURIComponent(`${app}/page?a=1`)}`;
    for (const method of ['GET', 'POST']) {
      expect(await send({ method, headers: { cookie: junk } })).toEqual({ status: 303, location: back });
    }
    await page.context().clearCookies({ name: sessionCookie });
    await page.goto(app);
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

    await product.stop();
    expect((await send({ headers: { cookie: real } })).status).toBe(closed);
    expect(application.requests.length).toBe(reached);
  });
}

test('sign-in redirects to no other domain, and http redirects to https', async ({ page }) => {
  await using all = await startAll(startNginx);
  const { product, ports, console } = all;
  await setUp(page, product);
  // a forged link redirects to the console
  await page.context().clearCookies();
  await page.goto(`${console}/sign-in?r=${encodeURIComponent('https://evil.example/')}`);
  await signIn(page, administrator.username, administrator.password);
  await expect(page).toHaveURL(new RegExp(`^${console}/(?!sign-in)`));
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(new RegExp(`^${console}/sign-in`));
  expect(await page.context().cookies()).not.toContainEqual(expect.objectContaining({ name: sessionCookie }));

  const location = await new Promise((resolve, reject) => {
    const headers = { host: 'app.example.com' };
    request({ host: '127.0.0.1', port: ports.plain, path: '/page?a=1', headers }, (answer) => {
      answer.resume();
      resolve(answer.headers.location);
    })
      .on('error', reject)
      .end();
  });
  expect(location).toBe('https://app.example.com/page?a=1');
});
