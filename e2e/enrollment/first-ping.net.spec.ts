import { readFile } from 'node:fs/promises';
import { chromium, type Page } from '@playwright/test';
import { type NetworkNamespace, uniqueName } from '../../apps/gateway/test/network-namespace.ts';
import { totpCode } from '../../apps/server/test/given/totp.ts';
import { addVirtualKey } from '../mfa/virtual-key.ts';
import { addLocation, api, readGatewayCommand } from '../network/console.ts';
import {
  behindGateway,
  endpointAddress,
  type LabMailServer,
  makeHostBehind,
  makeLab,
  serveMail,
} from '../network/lab.ts';
import { currentGateways, labEdge, startAgent, startCore, startEdge, withEdge } from '../network/product-in-lab.ts';
import { connectWireguard, type WireguardClient } from '../network/wireguard-client.ts';
import { expectNoViolations } from '../product/axe.ts';
import { setUp, signIn } from '../product/people.ts';
import { newDataDir, removeDataDir } from '../product/start-product.ts';
import { expect, test } from '../product/test.ts';

const password = 'Better-horse-8';
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true } as const;

test('an invited person sets up an account on a phone, connects, and confirms with a passkey when the location requires it', async () => {
  test.setTimeout(420_000);
  await using lab = await makeLab();
  await using _host = await makeHostBehind(lab, '10.81.0.0/24');
  await using mails = await serveMail(lab.core);
  const dataDir = await newDataDir();
  const core = await startCore(lab, dataDir, withEdge);
  const browser = await chromium.launch({ ...test.info().project.use.launchOptions, executablePath: lab.browser });
  const admin = await browser.newPage();
  try {
    await setUp(admin, core);
    await api(admin, 'PATCH', '/settings', {
      ...{ smtp_server: '127.0.0.1', smtp_port: mails.port, smtp_encryption: 'None', smtp_sender: 'vpn@example.com' },
    });
    const { id } = await api<{ id: number }>(admin, 'POST', '/edges', { address: labEdge.address });
    const { token } = await api<{ token: string }>(admin, 'GET', `/edges/${id}/token`);
    await using _edge = startEdge(lab, token);
    await addLocation(admin, core.url, {
      ...{ name: 'Warsaw', addresses: ['10.81.0.1/24'], endpoint: endpointAddress, behind: [behindGateway.network] },
    });
    await using _agent = startAgent(lab, { link: uniqueName() }, await readGatewayCommand(admin));
    await expect.poll(() => currentGateways(admin), { timeout: 45_000 }).toHaveLength(1);
    await expect.poll(async () => (await api<{ state: string }[]>(admin, 'GET', '/edges'))[0]?.state).toBe('connected');

    await invite(admin, core.url);
    const page = await (await browser.newContext(phone)).newPage();
    await page.goto(await linkInMail(mails));
    const { secret, configuration } = await completeWizard(page);
    const first = await connectWireguard(lab.clients[0], lab.folder, configuration);
    await expect.poll(() => first.ping(behindGateway.host)).toBe(true);

    await expectCutOff(first, () => requireTwoFactor(admin));
    await first.disconnect();
    await page.getByRole('button', { name: 'Go to sign-in' }).click();
    await signInWithCode(page, secret);
    await addVirtualKey(page, { isPasskey: true });
    await addPasskey(page, core.url);
    const client = await startClient(lab.core, configuration);
    await page.goto(client.url);
    await expect(page.getByRole('heading', { name: 'Connect Phone to Warsaw?' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Use a security key or passkey' }).click();
    await page.getByRole('button', { name: 'Use security key or passkey' }).click();
    await expect(page.getByText('Your device is connecting. You can close this page.')).toBeVisible();
    await expectNoViolations(page);
    const second = await connectWireguard(lab.clients[0], lab.folder, await client.finish());
    await expect.poll(() => second.ping(behindGateway.host)).toBe(true);
    await expectCutOff(second, () => endSession(admin));
  } finally {
    await browser.close();
    await core.stop();
    await removeDataDir(dataDir);
  }
});

/** Adds Emma, who receives the link by mail. */
async function invite(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/users?add=true`);
  await page.getByLabel('First name').fill('Emma');
  await page.getByLabel('Last name').fill('Walker');
  await page.getByLabel('Email').fill('emma@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Add user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start the enrollment of Emma Walker' });
  await expect(dialog.getByLabel('Email', { exact: true })).toHaveValue('emma@example.com');
  await expectNoViolations(page);
  await dialog.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('The link was sent to emma@example.com')).toBeVisible();
}

async function linkInMail(mails: LabMailServer): Promise<string> {
  const text = await mails.textOf('Set up your Gatewarden account');
  const [link = ''] = /http\S+token=\w+/.exec(text) ?? [];
  expect(link).toMatch(new RegExp(`^${labEdge.url}/`));
  return link;
}

/** Chooses a password, adds an authenticator app and a device of WireGuard; ends on the last page. */
async function completeWizard(page: Page): Promise<{ secret: string; configuration: string }> {
  const next = () => page.getByRole('button', { name: 'Continue' }).click();
  const isOn = async (title: string | RegExp) => {
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expectNoViolations(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.viewport.width);
  };
  await isOn(/^Welcome to/);
  await page.getByRole('button', { name: 'Start' }).click();
  await isOn('Welcome, Emma');
  await next();
  await isOn('Check your details');
  await next();
  await isOn('Choose how to sign in');
  await page.getByRole('button', { name: 'Choose a password' }).click();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Set password' }).click();
  await isOn('Protect your account');
  await page.getByRole('button', { name: 'Authenticator app' }).click();
  const secret = (await page.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await expectNoViolations(page);
  await page.getByLabel('6-digit code').fill(totpCode(secret, new Date()));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('Two-factor authentication is on.')).toBeVisible();
  await expectNoViolations(page);
  await page.getByLabel('I have saved them').check();
  await next();
  await page.getByRole('button', { name: 'Add a device manually' }).click();
  await expectNoViolations(page);
  await page.getByRole('textbox', { name: 'Name' }).fill('Phone');
  await page.getByRole('button', { name: 'Add device' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ]);
  await expectNoViolations(page);
  await next();
  await isOn('You’re all set');
  return { secret, configuration: await readFile(await download.path(), 'utf8') };
}

/** Expects that packets stop within a second of the answer to the call. */
async function expectCutOff(client: WireguardClient, call: () => Promise<unknown>): Promise<void> {
  await using pinging = await client.startPinging(behindGateway.host);
  await pinging.untilAnswered();
  await call();
  const answeredAt = Date.now();
  expect((await pinging.untilSilent()) - answeredAt).toBeLessThan(1_000);
}

async function requireTwoFactor(admin: Page): Promise<void> {
  const location = await api<{ address: string[]; allowed_ips: string[] }>(admin, 'GET', '/network/1');
  const lists = { address: location.address.join(', '), allowed_ips: location.allowed_ips.join(', ') };
  await api(admin, 'PUT', '/network/1', { ...location, ...lists, location_mfa_mode: 'internal' });
}

async function endSession(admin: Page): Promise<void> {
  const [session] = await api<{ device_id: number }[]>(admin, 'GET', '/network/1/sessions');
  await api(admin, 'DELETE', `/network/1/sessions/${session?.device_id}`);
}

async function signInWithCode(page: Page, secret: string): Promise<void> {
  await signIn(page, 'emma@example.com', password);
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  // the present code was used to set up the app
  await page.getByRole('textbox', { name: 'Code' }).fill(totpCode(secret, new Date(Date.now() + 30_000)));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/me$/);
}

async function addPasskey(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/me/security`);
  await page.getByRole('button', { name: 'Add security key or passkey' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('listitem', { name: 'Phone' })).toBeVisible();
}

/** Begins to connect like a client that asks its user to open a page; `finish` returns the configuration to use then. */
async function startClient({ run }: NetworkNamespace, configuration: string) {
  const [, privateKey = ''] = /^PrivateKey = (\S+)$/m.exec(configuration) ?? [];
  const pubkey = (await run('wg', ['pubkey'], { input: privateKey })).trim();
  const call = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const data = ['-H', 'content-type: application/json', '-d', JSON.stringify(body)];
    return JSON.parse(await run('curl', ['-sS', ...data, `${labEdge.url}/api/v1/client-mfa/${path}`]));
  };
  const { token, url } = await call('start', { location_id: 1, pubkey, method: 100 });
  return {
    url: String(url),
    async finish() {
      const { preshared_key: key } = await call('finish', { token });
      return configuration.replace('[Peer]', `[Peer]\nPresharedKey = ${key}`);
    },
  };
}
