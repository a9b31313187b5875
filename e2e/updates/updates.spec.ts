import { getGatewayToken } from '@gatewarden/contract/gateways';
import { addLocation } from '@gatewarden/contract/locations';
import { createCaller } from '../../apps/server/test/caller.ts';
import { givenPublisher } from '../../apps/server/test/given/release-feed.ts';
import { startReceiver } from '../../apps/server/test/receiver.ts';
import { joinGateway } from '../../apps/server/test/test-gateway.ts';
import { expectNoViolations, findViolations } from '../product/axe.ts';
import { locationBody } from '../product/location-body.ts';
import { createAdministrator } from '../product/people.ts';
import { copyDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, testAlone } from '../product/test.ts';

const publisher = await givenPublisher();
const notes =
  '## Security\n\n- Fixes a **serious** problem of `gatewarden-gateway`\n- See [the advisory](https://example.com/a)';

/** How much space dialogs leave for toasts. */
const toastsSpace = 'document.documentElement.style.getPropertyValue("--gw-toasts-space")';

/** On a product that reads the feed of a publisher. */
const test = testAlone.extend({
  product: async ({ preparedDataDir }, use) => {
    await using feed = await startReceiver();
    feed.answer(200, await publisher.sign({ release: { critical: true, notes } }));
    const environment = {
      GATEWARDEN_UPDATES_URL: `${feed.url}/feed`,
      GATEWARDEN_UPDATES_KEYS: publisher.entry.public_key,
      GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.1',
    };
    const dataDir = await copyDataDir(preparedDataDir);
    const product = await startProduct({ dataDir, environment });
    try {
      await use(product);
    } finally {
      await product.stop();
      await removeDataDir(dataDir);
    }
  },
});

test('an administrator reads about an update, dismisses it and looks at the versions', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(product.url);
  const toast = page.getByRole('status').filter({ hasText: 'Gatewarden 9.0.0 is available' });
  await expect(toast).toBeVisible();
  await expect(toast.getByText('Critical', { exact: true })).toBeVisible();
  await expect(toast.getByRole('link', { name: 'Release notes' })).toHaveAttribute('target', '_blank');
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations(page);
    const { height } = (await toast.boundingBox()) ?? { height: 0 };
    // the title and one line below
    expect(height, `${width} px`).toBeLessThan(90);
  }
  await toast.getByRole('button', { name: 'More' }).click();
  const dialog = page.getByRole('dialog', { name: 'Gatewarden 9.0.0 is available' });
  await expect(dialog.getByRole('heading', { name: 'Security' })).toBeVisible();
  await expect(toast).toBeHidden();
  await expect.poll(() => page.evaluate(toastsSpace)).toBe('0px');
  await expect(dialog.getByRole('link', { name: 'the advisory' })).toHaveAttribute('href', 'https://example.com/a');
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(toast.getByRole('button', { name: 'More' })).toBeFocused();
  await page.getByRole('link', { name: 'Versions', exact: true }).click();
  await expect(page.getByText(/^Critical update 9\.0\.0 is available · /)).toBeVisible();
  await expect(page.getByRole('alert', { name: 'Critical update 9.0.0 is available' })).toBeVisible();
  await expect(toast).toHaveCount(0);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoViolations(page);
  }
  await page.goBack();
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();

  await page.reload();
  await expect(page.getByText('Gatewarden 9.0.0, a critical update, is available')).toBeVisible();
  await expect(toast).toHaveCount(0);
  await page.getByRole('link', { name: 'View versions' }).click();
  await expect(page.getByRole('list', { name: 'Server' })).toContainText('Embedded database');
  await expect(page.getByRole('region', { name: 'Updates' })).toContainText('9.0.0');
  await page.getByRole('button', { name: 'View update' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(toast).toHaveCount(0);
});

test('an administrator learns without a reload that a gateway is older', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  const cookies = await page.context().cookies();
  const admin = createCaller(product.url, cookies.map(({ name, value }) => `${name}=${value}`).join('; '));
  const { id } = await admin.call(addLocation, { body: locationBody({ name: 'Warsaw' }) });
  await page.goto(`${product.url}/versions`);
  await expect(page.getByText('No gateways')).toBeVisible();
  const { token } = await admin.call(getGatewayToken, { params: { id: String(id) } });
  const gateway = await joinGateway(token, { name: 'Main', hostname: 'gw-1', agentVersion: '0.0.9' });
  await gateway.connect();
  try {
    const notice = page.getByRole('alert', { name: '1 component is older than the server' });
    await expect(notice).toBeVisible();
    const row = page.getByRole('list', { name: 'Gateways' }).getByRole('listitem', { name: 'Main' });
    await expect(row).toContainText('Version 0.0.9');
    await notice.getByRole('button', { expanded: false }).click();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findViolations(page)).toEqual([]);
      const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    }
    await notice.getByRole('button', { name: 'Hide' }).click();
    await expect(notice).toHaveCount(0);
    await page.reload();
    await expect(row).toBeVisible();
    await expect(notice).toHaveCount(0);
    await row.getByRole('link', { name: 'Main' }).click();
    await expect(page).toHaveURL(/\/gateways\//);
  } finally {
    await gateway.disconnect();
  }
});
