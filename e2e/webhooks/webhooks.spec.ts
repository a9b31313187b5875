import type { Page } from '@playwright/test';
import { startReceiver } from '../../apps/server/test/receiver.ts';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { copyDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, testAlone as test } from '../product/test.ts';

const desktop = { width: 1280, height: 800 };

/** At the width of a desktop and of a phone. */
async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page);
  await page.setViewportSize({ width: 360, height: 800 });
  await expectNoViolations(page);
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  expect(overflow, page.url()).toBe(0);
  await page.setViewportSize(desktop);
}

test('adds a webhook, follows its deliveries to a receiver that fails, and streams the activity log', async ({
  page,
  preparedDataDir,
}) => {
  await using made = new AsyncDisposableStack();
  const dataDir = await copyDataDir(preparedDataDir);
  made.defer(() => removeDataDir(dataDir));
  const product = await startProduct({ dataDir, environment: { GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  made.defer(() => product.stop());
  const receiver = made.use(await startReceiver());
  const collector = made.use(await startReceiver());

  await createAdministrator(page.request, product);
  await page.setViewportSize(desktop);
  await page.goto(`${product.url}/webhooks`);
  await expect(page.getByText('No webhooks yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Add webhook' }).click();
  await page.getByLabel('Description').fill('Ticket system');
  await page.getByLabel('URL').fill(`${receiver.url}/hooks`);
  await page.getByRole('button', { name: 'Generate' }).click();
  const token = await page.getByLabel('Token', { exact: true }).inputValue();
  // an address that is not public is refused when it is saved
  const url = page.getByLabel('URL');
  await url.fill('https://10.0.0.5/hooks');
  await page.getByRole('switch', { name: 'User deleted' }).check();
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await expect(page.getByText(/^The address 10\.0\.0\.5 isn’t public/).first()).toBeVisible();
  await expectAccessible(page);
  await url.fill(`${receiver.url}/hooks`);
  await page.getByRole('switch', { name: 'User deleted' }).uncheck();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('group');
  await page.getByRole('checkbox', { name: /^Group added/ }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add webhook' }).dblclick();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(/whsec_/)).toBeVisible();
  await expect(page).toHaveURL(/\/webhooks\/\d+$/);
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await dialog.getByLabel('I have saved it').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { name: 'Ticket system', level: 1 })).toBeVisible();

  // an event is delivered, and the page shows it without a reload
  const addGroup = async (name: string) => {
    const answer = await page.request.post(`${product.url}/api/v1/group`, {
      data: { name, members: [], is_admin: false },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await expect(page.getByText('No deliveries yet')).toBeVisible();
  await addGroup('Operations');
  await expect(page.getByRole('link', { name: 'Group added' })).toBeVisible();
  const [delivered] = await receiver.waitFor(1);
  expect(delivered).toMatchObject({
    path: '/hooks',
    headers: { authorization: `Bearer ${token}`, 'x-defguard-event': 'group_added' },
  });
  await expectAccessible(page);

  receiver.answer(503, 'maintenance');
  await addGroup('Support');
  await expect(page.getByText('The receiver answered with status 503.').first()).toBeVisible();
  await expect(page.getByText(/^Failing since/)).toBeVisible();
  await page.getByRole('link', { name: 'Group added' }).first().click();
  await expect(dialog.getByRole('region', { name: 'Answer' })).toHaveText('maintenance');
  await expect(dialog.getByRole('region', { name: 'Request body' })).toContainText('"Support"');
  await expectAccessible(page);
  receiver.answer(200);
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('Sent again and delivered')).toBeVisible();
  await expect(dialog.getByText('Manual')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await page.getByRole('button', { name: 'Send test event' }).click();
  await expect(page.getByText('The receiver accepted the test event')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Settings' }).last().click();
  await expect(page.getByLabel('Description')).toHaveValue('Ticket system');
  await expectAccessible(page);
  await page.goto(`${product.url}/webhooks`);
  await expect(page.getByRole('link', { name: 'Ticket system' })).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${product.url}/settings/streams`);
  await page.getByRole('button', { name: 'Add stream' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Archive');
  await dialog.getByLabel('URL').fill(collector.url);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add stream' }).click();
  await page.getByRole('button', { name: 'Test Archive' }).click();
  await expect(page.getByText('The collector accepted the latest log entry.')).toBeVisible();
  await expectAccessible(page);
  const [entry] = await collector.waitFor(1);
  expect(entry?.body).toContain('"hash"');
  collector.answer(500);
  await page.getByRole('button', { name: 'Test Archive' }).click();
  await expect(page.getByText('The receiver answered with status 500.').first()).toBeVisible();
});
