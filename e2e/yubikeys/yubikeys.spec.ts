import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { expectNoViolations } from '../product/axe.ts';
import { createAdministrator } from '../product/people.ts';
import { copyDataDir, removeDataDir, startProduct } from '../product/start-product.ts';
import { expect, testAlone as test } from '../product/test.ts';

const provisioner = fileURLToPath(new URL('../../apps/provisioner/src/main.ts', import.meta.url));
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

/** Runs the command that the console shows, with a card in software. */
async function startProvisioner(command: string, ca: string): Promise<AsyncDisposable> {
  const [, token = '', url = ''] = /^PROVISIONER_TOKEN=(\S+) .* --grpc (\S+) /.exec(command) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'provisioner-e2e-'));
  await writeFile(join(folder, 'ca.pem'), ca);
  const args = ['--id', 'Desk', '--grpc', url, '--ca-file', join(folder, 'ca.pem'), '--card', 'software'];
  const child = spawn(process.execPath, [provisioner, ...args], {
    env: { ...process.env, PROVISIONER_TOKEN: token },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test('connects a provisioner, provisions a YubiKey, and deletes it with its keys', async ({
  page,
  preparedDataDir,
}) => {
  await using made = new AsyncDisposableStack();
  const dataDir = await copyDataDir(preparedDataDir);
  made.defer(() => removeDataDir(dataDir));
  const environment = { GATEWARDEN_PROVISIONER_PORT: '0', GATEWARDEN_PROVISIONER_HOST: '127.0.0.1' };
  const product = await startProduct({ dataDir, environment });
  made.defer(() => product.stop());
  await createAdministrator(page.request, product);

  await page.setViewportSize(desktop);
  await page.goto(`${product.url}/yubikeys`);
  await expect(page.getByText('No provisioners')).toBeVisible();
  await page.getByRole('button', { name: 'Connect provisioner' }).click();
  const command = page.getByText(/^PROVISIONER_TOKEN=/);
  await expect(command).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download certificate', exact: true }).click();
  const ca = await (await saved).createReadStream().then((stream) => stream.toArray());
  made.use(await startProvisioner((await command.textContent()) ?? '', Buffer.concat(ca).toString()));
  const check = page.getByRole('status', { name: 'Connect the provisioner' });
  await expect(check).toHaveText('Desk is connected', { timeout: 30_000 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(page.getByText('1 of 1 available')).toBeVisible();

  await page.goto(`${product.url}/me/keys`);
  const yubikeys = page.getByRole('region', { name: 'YubiKeys' });
  await yubikeys.getByRole('button', { name: 'Add YubiKey' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create keys', exact: true }).click();
  await expect(page.getByText('The YubiKey is ready')).toBeVisible({ timeout: 60_000 });
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await expect(yubikeys.getByText(/^Serial number \d{8}$/)).toBeVisible();
  const keys = page.getByRole('region', { name: 'SSH and GPG keys' });
  await expect(keys.getByText('On YubiKey')).toHaveCount(2);
  await expectAccessible(page);

  await yubikeys.getByRole('button', { name: 'Actions for YubiKey 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete YubiKey' }).click();
  await expect(yubikeys.getByText('No YubiKeys')).toBeVisible();
  await expect(keys.getByText('No keys yet')).toBeVisible();
});
