import { startSmtpSink } from '../../apps/server/test/smtp-sink.ts';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

const account = { user: 'mailer', password: 'Canary-7-bird' };

test('an administrator sets up email and sees the error of the mail server', async ({ page, product }) => {
  await using sink = await startSmtpSink({ account });
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings`);
  await page.getByRole('link', { name: 'Email' }).click();
  await expect(page.getByLabel('Server (optional)')).toBeVisible();
  await expectNoViolations(page);

  await page.getByLabel('Server (optional)').fill('127.0.0.1');
  await page.getByLabel('Port').fill(String(sink.port));
  await page.getByRole('combobox', { name: 'Encryption' }).click();
  await page.getByRole('option', { name: 'None' }).click();
  await page.getByLabel('Username (optional)').fill(account.user);
  await page.getByLabel('Password (optional)').fill('wrong');
  await page.getByLabel('Sender (optional)').fill('vpn@example.com');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByText('A password is saved.')).toBeVisible();
  await page.getByLabel('Send to').fill('una@example.org');
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText(/refused the sign-in.*no such account here/)).toBeVisible();
  await expectNoViolations(page);

  await page.getByLabel('Password (optional)').fill(account.password);
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden();
  await expect(page.getByText(/refused the sign-in/)).toBeHidden();
  await page.getByRole('button', { name: 'Send test email' }).click();
  await expect(page.getByText('Test email sent to una@example.org')).toBeVisible();
  await expectNoViolations(page);
  const [mail] = await sink.received(1);
  expect(mail).toMatchObject({ from: 'vpn@example.com', to: ['una@example.org'], user: account.user });
});
