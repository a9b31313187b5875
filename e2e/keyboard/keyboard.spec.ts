import type { Locator, Page } from '@playwright/test';
import { administrator, createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';
import { findFocusProblem } from './find-focus-problem.mjs';

// journeys without a mouse: nothing is clicked, filled or focused by a script

const location = {
  name: 'Warsaw',
  address: '10.83.0.1/24',
  endpoint: 'vpn.example.com',
  port: 51_820,
  allowed_ips: '10.83.0.0/24',
  dns: null,
  allowed_groups: [],
  keepalive_interval: 25,
  peer_disconnect_threshold: 300,
  acl_enabled: false,
  acl_default_allow: false,
  location_mfa_mode: 'disabled',
};

async function addToInstance(page: Page, url: string, path: string, data: object): Promise<void> {
  const answer = await page.request.post(`${url}/api/v1${path}`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** More than on any page of these journeys. */
const maxSteps = 60;

/** Presses Tab until the element has the focus. Each element on the way must show that it has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let step = 0; step < maxSteps; step += 1) {
    expect(await page.evaluate(findFocusProblem)).toBeUndefined();
    if (await target.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target} cannot be reached with Tab`);
}

test('signs in and adds a user', async ({ page, product }) => {
  await page.goto(`${product.url}/users`);
  await tabTo(page, page.getByLabel('Username or email'));
  await page.keyboard.type(administrator.username);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(administrator.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();

  await tabTo(page, page.getByRole('button', { name: 'Add user' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('First name')).toBeFocused();
  await page.keyboard.type('Bob');
  await page.keyboard.press('Escape');
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Bob');
  await tabTo(page, page.getByLabel('Last name'));
  await page.keyboard.type('Zak');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('bob@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Start the enrollment of Bob Zak' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Bob Zak' })).toBeVisible();
  await expect(page).toHaveURL(/\/users\/bob\.zak$/);
});

test('adds an own device and saves its configuration', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await addToInstance(page, product.url, '/network', location);
  await page.goto(`${product.url}/me`);
  await tabTo(page, page.getByRole('link', { name: 'Add device' }));
  await page.keyboard.press('Enter');
  // its label shows the focus, not the radio button itself
  const way = page.getByRole('radio', { name: 'VPN client' });
  await expect(way).toBeChecked();
  while (!(await way.evaluate((element) => element.matches(':focus')))) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowRight');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await tabTo(page, name);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Work laptop');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Connect Work laptop' })).toBeFocused();
  const download = page.waitForEvent('download');
  await tabTo(page, page.getByRole('button', { name: 'Download file' }));
  await page.keyboard.press('Enter');
  await download;
  await tabTo(page, page.getByRole('button', { name: 'Done' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article', { name: 'Work laptop' })).toBeVisible();
});

test('Tab and Shift+Tab leave a time whose tooltip closes without motion', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(`${product.url}/me/activity`);
  const time = page.getByRole('main').locator('time').first();
  await tabTo(page, time);
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tooltip')).toBeHidden();
  await expect(time).not.toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(time).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tooltip')).toBeHidden();
  await expect(time).not.toBeFocused();
});

for (const slowdown of [1, 6]) {
  test(`takes every key after Ctrl+K on a page that was just opened (processor ${slowdown} times slower)`, async ({
    page,
    product,
  }) => {
    await createAdministrator(page.request, product);
    await page.goto(`${product.url}/users`);
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    const devTools = await page.context().newCDPSession(page);
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    const field = page.getByRole('combobox');

    await page.keyboard.press('Control+k');
    await page.keyboard.type('warsaw settings');
    await page.keyboard.press('Backspace');
    await expect(field).toHaveValue('warsaw setting');
    await expect(field).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(field).toBeHidden();

    // each pause is a chance for the palette to appear between two keys
    await page.reload();
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('support settings', { delay: 40 });
    await expect(field).toHaveValue('support settings');

    await page.reload();
    await expect(page.getByRole('table', { name: 'Users' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('my profile');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/me$/);
  });
}
