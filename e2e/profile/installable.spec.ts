import { expect, test } from '../product/test.ts';

test('the console can be installed as an application', async ({ page, product }) => {
  await page.goto(product.url);
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data = '' } = await devtools.send('Page.getAppManifest');
  expect(url).toBe(`${product.url}/manifest.webmanifest`);
  expect(errors).toEqual([]);
  expect(await devtools.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] });

  const { icons } = JSON.parse(data) as { icons: { src: string; sizes: string; type: string }[] };
  const touchIcon = (await page.locator('link[rel="apple-touch-icon"]').getAttribute('href')) ?? '';
  for (const { src, sizes, type } of [...icons, { src: touchIcon, sizes: '180x180', type: 'image/png' }]) {
    const icon = await page.request.get(product.url + src);
    expect(icon.headers()['content-type'], src).toBe(type);
    const width = await page.evaluate(
      `new Promise((resolve) => { const icon = new Image(); icon.onload = () => resolve(icon.naturalWidth); icon.src = '${src}'; })`,
    );
    if (sizes !== 'any') expect(`${width}x${width}`, src).toBe(sizes);
  }
});
