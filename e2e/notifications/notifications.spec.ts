import type { APIRequestContext } from '@playwright/test';
import { expectNoViolations } from '../product/axe.ts';
import { newKeyPair } from '../product/key-pair.ts';
import { locationBody } from '../product/location-body.ts';
import { createAdministrator, signIn } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

const password = 'Correct-horse-7';
const location = locationBody();

async function post(caller: APIRequestContext, url: string, data: object): Promise<unknown> {
  const answer = await caller.post(url, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

async function importUsers(caller: APIRequestContext, api: string, username: string): Promise<void> {
  const csv = `username,first_name,last_name,email\n${username},Una,User,${username}@example.com`;
  const { digest } = (await post(caller, `${api}/users/import/preview`, { csv })) as { digest: string };
  await post(caller, `${api}/users/import`, { csv, digest });
}

test('administrators see a finished import at once, and read it with the keyboard alone', async ({ page, product }) => {
  const api = `${product.url}/api/v1`;
  await createAdministrator(page.request, product);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(product.url);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications');
  await importUsers(page.request, api, 'una');
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');

  await bell.focus();
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('link', { name: 'You imported 1 user' })).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('ArrowDown');
  await expect(panel.getByRole('link', { name: 'You imported 1 user' })).toBeFocused();
  // the same while it is unread: one notification that counts, and the focus stays
  await importUsers(page.request, api, 'bob');
  await expect(panel.getByText('2 times')).toBeVisible();
  await expect(bell).toHaveAccessibleName('Notifications, 1 unread');

  await panel.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(bell).toHaveAccessibleName('Notifications');
  await expectNoViolations(page);
  await panel.getByRole('button', { name: 'Dismiss: You imported 1 user' }).press('Enter');
  await expect(panel.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(bell).toBeFocused();
});

test('users see on a phone that an administrator added a device', async ({ browser, page, product }) => {
  const api = `${product.url}/api/v1`;
  await createAdministrator(page.request, product);
  const names = { username: 'una', first_name: 'Una', last_name: 'User', email: 'una@example.com' };
  await post(page.request, `${api}/user`, { ...names, password });
  await post(page.request, `${api}/network`, location);

  const phone = await browser.newPage({ viewport: { width: 360, height: 800 } });
  await phone.goto(product.url);
  await signIn(phone, 'una', password);
  const bell = phone.getByRole('button', { name: /^Notifications/ });
  await bell.click();
  const sheet = phone.getByRole('dialog', { name: 'Notifications' });
  await expect(sheet.getByRole('heading', { name: 'You’re all caught up' })).toBeVisible();
  await expectNoViolations(phone);

  const { publicKey } = newKeyPair();
  await post(page.request, `${api}/device/una`, { name: 'Laptop', wireguard_pubkey: publicKey });
  const link = sheet.getByRole('link', { name: /Device Laptop was added to your account/ });
  await expect(link).toBeVisible();
  await expect(sheet.getByText('by ada')).toBeVisible();
  await expectNoViolations(phone);
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(360);
  await link.click();
  await expect(sheet).toBeHidden();
  await expect(phone).toHaveURL(/\/me\/devices\/\d+$/);
  await expect(bell).toHaveAccessibleName('Notifications');
  await phone.close();
});
