import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';

/** Fields of a new location. */
export interface LocationDetails {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly endpoint: string;
  /** Networks behind the gateway; absent: none. */
  readonly behind?: readonly string[];
}

/** Adds a location in the console; ends on the page that sets up its first gateway. */
export async function addLocation(page: Page, url: string, details: LocationDetails): Promise<void> {
  await page.goto(`${url}/locations/new/manual`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(details.name);
  await page.getByText('Advanced', { exact: true }).click();
  await fillTags(page, 'VPN subnets', details.addresses);
  await page.getByLabel('Hostname or IP address').fill(details.endpoint);
  await fillTags(page, 'Networks behind the gateway', details.behind ?? []);
  await page.getByRole('button', { name: 'Add location' }).click();
  await expect(page.getByRole('heading', { name: 'Set up the first gateway' })).toBeVisible();
}

async function fillTags(page: Page, label: string, values: readonly string[]): Promise<void> {
  const field = page.getByRole('combobox', { name: label });
  await field.focus();
  // removes the suggested values
  for (let press = 0; press < 8; press += 1) await field.press('Backspace');
  for (const value of values) {
    await field.fill(value);
    await field.press('Enter');
  }
}

/**
 * The arguments of a gateway for the token that the console shows, as a command of the sources or of the package; for this
 * server if core is only known as localhost.
 */
export async function readGatewayCommand(page: Page): Promise<string[]> {
  const shown = page.getByText(/gwj_[\w-]+/).first();
  const sameMachine = page.getByRole('button', { name: 'The gateway runs on this server' });
  await expect(shown.or(sameMachine)).toBeVisible();
  if (await sameMachine.isVisible()) await sameMachine.click();
  const [token = ''] = /gwj_[\w-]+/.exec((await shown.textContent()) ?? '') ?? [];
  return ['--join', token];
}

/** Adds a device and returns the configuration file that the browser downloads. */
export async function addOwnDevice(page: Page, url: string, name: string): Promise<string> {
  await page.goto(`${url}/me/devices/new?way=wireguard`);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Add device' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download file' }).click(),
  ]);
  return readFile(await download.path(), 'utf8');
}

/** Calls the API from the page, with its session. */
export async function api<T>(page: Page, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await page.evaluate(
    async (request) => {
      const response = await fetch(`/api/v1${request.path}`, {
        method: request.method,
        ...(request.body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(request.body) }),
      });
      return { status: response.status, text: await response.text() };
    },
    { method, path, body },
  );
  expect(answer.status, `${method} ${path}: ${answer.text}`).toBeLessThan(300);
  return JSON.parse(answer.text) as T;
}
