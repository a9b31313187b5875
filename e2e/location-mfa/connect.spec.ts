import { addDevice } from '@gatewarden/contract/devices';
import { startDesktop } from '@gatewarden/contract/enrollment';
import { addLocation } from '@gatewarden/contract/locations';
import { confirmTotp, startTotp } from '@gatewarden/contract/mfa';
import type { Page } from '@playwright/test';
import { createCaller } from '../../apps/server/test/caller.ts';
import { totpCode } from '../../apps/server/test/given/totp.ts';
import { addVirtualKey } from '../mfa/virtual-key.ts';
import { expectNoViolations } from '../product/axe.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { locationBody } from '../product/location-body.ts';
import { administrator, createAdministrator } from '../product/people.ts';
import type { Product } from '../product/start-product.ts';
import { expect, testAlone as test } from '../product/test.ts';

/** A signed-in person with an authenticator app, and a device without a client in a location that asks for it. */
async function givenProtectedDevice(page: Page, product: Product) {
  await createAdministrator(page.request, product);
  const cookies = await page.context().cookies();
  const person = createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  const { secret } = await person.call(startTotp, {});
  await person.call(confirmTotp, { body: { code: totpCode(secret, new Date()) } });
  const location = await person.call(addLocation, { body: locationBody({ location_mfa_mode: 'internal' }) });
  const { publicKey } = newKeyPair();
  const params = { username: administrator.username };
  const { device } = await person.call(addDevice, { params, body: { name: 'Phone', wireguard_pubkey: publicKey } });
  const { enrollment_url: edge } = await person.call(startDesktop, { params, body: {} });
  /** What a client of the device calls. */
  const call = async (path: string, data: object) =>
    (await page.request.post(new URL(`api/v1/client-mfa/${path}`, edge).href, { data })).json();
  const start = () => call('start', { location_id: location.id, pubkey: publicKey, method: 100 });
  const finish = (token: string) => call('finish', { token });
  /** A code that was not used yet: the code half a minute ahead. */
  return { device, start, finish, code: () => totpCode(secret, new Date(Date.now() + 30_000)) };
}

for (const width of [360, 1440]) {
  test(`a person authorizes a device with a code, and disconnects it, ${width} pixels wide`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    const { device, code } = await givenProtectedDevice(page, product);
    await page.goto(`${product.url}/me/devices/${device.id}`);
    await page.getByRole('link', { name: 'Authorize for a session' }).click();
    await expect(page).toHaveURL(/\/connect$/);
    const row = page.getByRole('listitem', { name: 'Phone · Warsaw' });
    await expect(row).toContainText('Not connected');
    await expectNoViolations(page);
    await row.getByRole('button', { name: 'Authorize Phone at Warsaw' }).dblclick();
    const dialog = page.getByRole('dialog', { name: 'Connect Phone to Warsaw' });
    await expect(dialog.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await expectNoViolations(page);
    const right = code();
    await page.keyboard.type(right === '000000' ? '111111' : '000000');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('That code is incorrect', { exact: false })).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(right);
    await dialog.getByRole('button', { name: 'Authorize' }).dblclick();
    await expect(dialog.getByText(/^Phone can connect to Warsaw until/)).toBeVisible();
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await expect(row).toContainText('Can connect until');
    await page.reload();
    await expect(row).toContainText('Can connect until');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await row.getByRole('button', { name: 'End session of Phone at Warsaw' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click();
    await expect(row).toContainText('Not connected');
  });
}

test('a person confirms with a passkey: a device without a client, and the request of a client', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const key = await addVirtualKey(page, { isPasskey: true });
  const { start, finish } = await givenProtectedDevice(page, product);
  await page.goto(`${product.url}/me/security`);
  await page.getByRole('button', { name: 'Add security key or passkey' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Work phone');
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('listitem', { name: 'Work phone' })).toBeVisible();

  await page.goto(`${product.url}/connect`);
  await page.getByRole('button', { name: 'Authorize Phone at Warsaw' }).click();
  // the authenticator app was set up first, so that it is the default
  const other = page.getByRole('button', { name: 'Use a security key or passkey' });
  const use = page.getByRole('button', { name: 'Use security key or passkey' });
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await other.click();
  await key.setUserVerified(false);
  await use.click();
  await expect(page.getByRole('alert')).toHaveText(/^The request was canceled or timed out/);
  await key.setUserVerified(true);
  await use.click();
  await expect(page.getByText(/^Phone can connect to Warsaw until/)).toBeVisible();

  const { url, token } = await start();
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'Connect Phone to Warsaw?' })).toBeVisible();
  await expectNoViolations(page);
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible();
  await other.click();
  await use.click();
  await expect(page.getByText('Your device is connecting. You can close this page.')).toBeVisible();
  await expectNoViolations(page);
  expect(await finish(token)).toMatchObject({ preshared_key: expect.any(String) });
  await page.reload();
  await expect(page.getByText('Your device is connecting. You can close this page.')).toBeVisible();
  // the link of the client, opened again
  await page.goto('about:blank');
  await page.goto(`${product.url}/connect?request=${token}`);
  await expect(page.getByText(/^This request has expired, was completed/)).toBeVisible();
});
