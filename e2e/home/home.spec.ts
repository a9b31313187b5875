import { expectNoViolations } from '../product/axe.ts';
import { locationBody } from '../product/location-body.ts';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';

const location = locationBody();

test('the home page leads through the setup, then shows what needs attention', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  await page.goto(product.url);
  await expect(page).toHaveURL(/\/home$/);
  await expect(page).toHaveTitle(/^Home/);
  const checklist = page.getByRole('region', { name: 'Set up Gatewarden' });
  await expect(checklist.getByText('0 of 6 done')).toBeVisible();
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoViolations(page);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }

  const added = await page.request.post(`${product.url}/api/v1/network`, { data: location });
  expect(added.status(), await added.text()).toBe(201);
  await expect(checklist.getByText('1 of 6 done')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set up 1/6' })).toBeVisible();
  await expect(checklist.getByRole('link', { name: 'Set up gateway' })).toHaveAttribute(
    'href',
    /\/locations\/\d+\/gateways$/,
  );

  await checklist.getByRole('button', { name: 'Dismiss' }).click();
  await expect(checklist).toBeHidden();
  const attention = page.getByRole('region', { name: 'Needs attention' });
  await expect(attention.getByText('Warsaw has no gateway, so devices can’t connect')).toBeVisible();
  await expect(page.getByText('3 things need attention')).toBeVisible();
  await expectNoViolations(page);

  const dismiss = attention.getByRole('button', { name: /^Dismiss: Your administrator account/ });
  await dismiss.focus();
  await page.keyboard.press('Enter');
  await expect(dismiss).toBeHidden();
  await expect(page.getByText('2 things need attention')).toBeVisible();
  await page.reload();
  await expect(page.getByText('2 things need attention')).toBeVisible();
  await attention.getByRole('button', { name: 'Show 1 dismissed' }).click();
  await attention.getByRole('button', { name: /^Restore: Your administrator account/ }).click();
  await expect(page.getByText('3 things need attention')).toBeVisible();
});
