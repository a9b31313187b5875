import { type Browser, chromium } from '@playwright/test';
import { freePort } from '../demo/free-port.ts';
import { findCommand, system } from '../tools/install.mjs';
import { NotMeasured } from './measure.ts';

/** Debian's headless Chromium, and the port for tools that control it. */
export interface DrivenBrowser extends AsyncDisposable {
  readonly browser: Browser;
  readonly port: number;
}

/** @throws NotMeasured when there is no Chromium */
export async function startBrowser(): Promise<DrivenBrowser> {
  const { command, package: name } = system.chromium;
  const executablePath = findCommand(command);
  if (!executablePath) throw new NotMeasured(`there is no Chromium; apt-get install ${name}`);
  const port = await freePort(0, '127.0.0.1');
  const browser = await chromium.launch({
    executablePath,
    args: [
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
      ...['--disable-component-update', '--disable-sync', `--remote-debugging-port=${port}`],
    ],
  });
  return { browser, port, [Symbol.asyncDispose]: () => browser.close() };
}
