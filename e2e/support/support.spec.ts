import { readFile } from 'node:fs/promises';
import { startSmtpSink } from '../../apps/server/test/smtp-sink.ts';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

test('an administrator reads, downloads and mails the support data', async ({ page, product }) => {
  await using sink = await startSmtpSink();
  await createAdministrator(page.request, product);
  await page.goto(product.url);
  await page.getByRole('link', { name: 'Support' }).click();
  await expect(page.getByRole('heading', { name: 'Never included' })).toBeVisible();
  await expect(page.getByText('Email is not set up.')).toBeVisible();
  await expectNoViolations(page);

  await page.getByRole('button', { name: 'Show configuration' }).click();
  await page.getByText('settings', { exact: true }).click();
  await expect(page.getByRole('region', { name: 'Configuration, settings' })).toContainText('"smtp_password": null');
  await page.getByRole('searchbox', { name: 'Search the configuration' }).fill('node_version');
  await expect(page.getByRole('region', { name: 'Configuration, general' })).toContainText('"node_version": "v');
  await expect(page.getByRole('region', { name: 'Configuration, settings' })).toBeHidden();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations(page);
  }

  const configuring = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download configuration' }).click();
  const configuration = await configuring;
  expect(configuration.suggestedFilename()).toBe('gatewarden-configuration.json');
  expect(JSON.parse(await readFile(await configuration.path(), 'utf8'))).toMatchObject({
    users: [{ is_active: true }],
  });
  // this server has logged nothing yet
  await expect(page.getByRole('link', { name: 'Download log' })).toBeHidden();

  const settings = { smtp_server: '127.0.0.1', smtp_port: sink.port, smtp_encryption: 'None' };
  const answer = await page.request.patch(`${product.url}/api/v1/settings`, {
    data: { ...settings, smtp_sender: 'vpn@example.com' },
    headers: { origin: product.url },
  });
  expect(answer.ok()).toBe(true);
  await page.reload();
  await page.getByLabel('Recipient').fill('help@example.org');
  await page.getByRole('button', { name: 'Send support data' }).click();
  await expect(page.getByText('The mail server accepted the email to help@example.org')).toBeVisible();
  await expectNoViolations(page);
  const [mail] = await sink.received(1);
  expect(mail?.email.attachments.map(({ filename }) => filename)).toEqual([
    'gatewarden-configuration.json',
    'gatewarden-log.txt',
  ]);
});
