import { createAdministrator } from '../product/people.ts';
import { expect, test } from '../product/test.ts';

const required = { en: 'Required', ko: '필수 항목입니다.', pl: 'Pole wymagane' };

// in the browser, because the build decides which parts of the schemas the page gets
test('an empty form names what is missing in the language of the page', async ({ page, product }) => {
  await createAdministrator(page.request, product);
  for (const [language, text] of Object.entries(required)) {
    await page.goto(product.url);
    await page.evaluate((value) => localStorage.setItem('gatewarden.language', value), language);
    await page.goto(`${product.url}/users?add=true`);
    const form = page.getByRole('dialog');
    await form.locator('button[type=submit]').click();
    // first name and username; an empty address is told the form of one
    await expect(form.getByText(text, { exact: true })).toHaveCount(2);
  }
});
