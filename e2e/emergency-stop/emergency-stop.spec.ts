import type { Page } from '@playwright/test';
import { locationBody, newKeys } from '../../apps/server/test/given/network.ts';
import { joinGateway, type TestGateway } from '../../apps/server/test/test-gateway.ts';
import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import type { Product } from '../product/start-product.ts';
import { expect, test } from '../product/test.ts';

const word = 'Battery-staple-8';

/** The user Bob with a laptop in a location with two gateways, one of them disconnected. */
async function givenBob(page: Page, { url }: Product): Promise<TestGateway> {
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`${url}/api/v1${path}`, { data });
    expect(answer.status()).toBe(201);
    return answer.json();
  };
  const { id } = await send('/network', locationBody(1, { name: 'Berlin' }));
  const bob = { username: 'bob', first_name: 'Bob', last_name: 'Stone', email: 'bob@example.com', password: word };
  await send('/user', bob);
  await send('/device/bob', { name: 'Laptop', wireguard_pubkey: newKeys().publicKey });
  const { token } = await (await page.request.get(`${url}/api/v1/network/${id}/token`)).json();
  const [here] = [await joinGateway(token, { name: 'main' }), await joinGateway(token, { name: 'spare' })];
  await here.connect();
  await here.until(({ state }) => state?.peers.size === 1);
  return here;
}

test('an administrator revokes all access of a user, sees the confirmations, and restores access step by step', async ({
  browser,
  page,
  product,
}) => {
  await createAdministrator(page.request, product);
  await using gateway = await givenBob(page, product);
  const context = await browser.newContext();
  const bobs = await context.newPage();
  await bobs.goto(`${product.url}/me`);
  await signIn(bobs, 'bob', word);
  await expect(bobs.getByRole('article', { name: 'Laptop' })).toBeVisible();

  await page.goto(`${product.url}/users/bob`);
  await page.getByRole('button', { name: 'Actions for Bob Stone' }).click();
  await page.getByRole('menuitem', { name: 'Revoke all access' }).click();
  const asked = page.getByRole('dialog', { name: 'Revoke all access for Bob Stone?' });
  await expect(asked.getByRole('checkbox', { name: 'Also disable the account' })).toBeChecked();
  await expectNoViolations(page);
  await asked.getByRole('button', { name: 'Revoke access' }).click();
  const done = page.getByRole('dialog', { name: 'Access revoked for Bob Stone' });
  await expect(done.getByText('1 session ended')).toBeVisible();
  await expect(done.getByText(/^Confirmed after [\d.]+ (ms|sec)$/)).toBeVisible();
  await expect(done.getByText('Disconnected', { exact: true })).toBeVisible();
  expect(gateway.state?.peers.size).toBe(0);
  await expectNoViolations(page);
  // without an action in the other browser
  await expect(bobs.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await done.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Actions for Bob Stone' }).click();
  await page.getByRole('menuitem', { name: 'Enable account' }).click();
  const enabling = page.getByRole('dialog', { name: 'Enable the account of Bob Stone?' });
  await expect(enabling.getByRole('listitem', { name: 'Laptop' }).getByText('Device', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await enabling.getByRole('button', { name: 'Enable account' }).click();
  await bobs.setViewportSize({ width: 360, height: 780 });
  await expect(page.getByText('Disabled', { exact: true })).toHaveCount(0);
  await expect(page.getByText('1 item is suspended.')).toBeVisible();
  await expectNoViolations(page);
  await signIn(bobs, 'bob', word);
  const laptop = bobs.getByRole('article', { name: 'Laptop' });
  await expect(laptop.getByText('Suspended', { exact: false })).toBeVisible();
  await expect(laptop.getByText('An administrator can turn it on again.')).toBeVisible();
  await expectNoViolations(bobs);
  await page.getByRole('link', { name: 'Review devices' }).click();
  await page.getByRole('button', { name: 'Turn on Laptop' }).click();
  await expect(page.getByText('Laptop can connect again')).toBeVisible();
  await expect(page.getByText('1 item is suspended.')).toHaveCount(0);
  await gateway.until(({ state }) => state?.peers.size === 1);
  await context.close();
});

test('a user signs out everywhere, then also in this browser', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/me/security`);
  await page.getByRole('button', { name: 'Secure account' }).click();
  const asked = page.getByRole('dialog', { name: 'Secure your account?' });
  await expectNoViolations(page);
  await asked.getByRole('button', { name: 'Secure account' }).click();
  const done = page.getByRole('dialog', { name: 'Your account is secured' });
  await expect(done.getByText('No gateways needed an update.')).toBeVisible();
  await expectNoViolations(page);
  await done.getByRole('button', { name: 'Sign out here too' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await signIn(page, administrator.username, administrator.password);
  await expect(page.getByRole('heading', { name: 'Security', exact: true })).toBeVisible();
});
