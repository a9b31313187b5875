import type { Page } from '@playwright/test';
import { codeInMail, startSmtpSink } from '../../apps/server/test/smtp-sink.ts';
import { expectNoViolations } from '../product/axe.ts';
import { administrator, createAdministrator, signIn } from '../product/people.ts';
import type { Product } from '../product/start-product.ts';
import { expect, testAlone as test } from '../product/test.ts';

const { username, password } = administrator;

async function giveMailServer(page: Page, { url }: Product, port: number): Promise<void> {
  const smtp = { smtp_server: '127.0.0.1', smtp_port: port, smtp_encryption: 'None', smtp_sender: 'vpn@example.com' };
  expect((await page.request.patch(`${url}/api/v1/settings`, { data: smtp })).status()).toBe(200);
}

test('a user sets up codes by email, signs in with one and removes them', async ({ page, product }) => {
  await using sink = await startSmtpSink();
  await page.setViewportSize({ width: 360, height: 800 });
  await createAdministrator(page.request, product);
  await giveMailServer(page, product, sink.port);
  await page.goto(`${product.url}/me/security`);
  const factors = page.getByRole('region', { name: 'Two-factor authentication' });
  await factors.getByRole('button', { name: 'Set up codes by email' }).click();
  const dialog = page.getByRole('dialog', { name: 'Codes by email' });
  await expect(dialog.getByText(/^We sent a code to/)).toBeVisible();
  await expectNoViolations(page);
  await dialog.getByRole('textbox', { name: '6-digit code' }).fill(await codeInMail(sink, 0));
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('checkbox', { name: 'I have saved them' }).check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText('On', { exact: true })).toBeVisible();
  await page.context().clearCookies();
  await page.goto(`${product.url}/me`);
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await sink.received(2);

  await signIn(page, username, password);
  await expect(page.getByText(/^We sent a code to your email address/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send another code in 0:/ })).toBeDisabled();
  await expectNoViolations(page);
  await page.getByRole('textbox', { name: 'Code' }).fill(await codeInMail(sink, 2));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/me$/);
  await page.getByRole('link', { name: 'Security' }).click();

  await factors.getByRole('button', { name: 'Remove codes by email' }).click();
  await expectNoViolations(page);
  await page.getByRole('dialog', { name: 'Remove codes by email?' }).getByRole('button', { name: 'Remove' }).click();
  await expect(factors.getByText('Off', { exact: true })).toBeVisible();
});
