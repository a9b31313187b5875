import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

test('a notice about a risky setting is readable in both themes and small on a phone', async ({ page, product }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await createAdministrator(page.request, product);
  await page.goto(`${product.url}/settings/security`);
  await page.getByLabel('Ask again after').fill('0');
  await page.getByRole('button', { name: 'Save changes' }).click();
  const notice = page.getByRole('alert', { name: 'Re-authentication is off' });
  await expect(notice).toBeVisible();
  expect((await notice.boundingBox())?.height).toBeLessThan(740 / 8);
  await expectNoViolations(page);
  await notice.getByRole('button').click();
  await expect(notice.getByRole('link', { name: 'Open security settings' })).toBeVisible();
  await expectNoViolations(page);
});
