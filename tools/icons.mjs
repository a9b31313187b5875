// Draws the icons of the installed console from its mark: node tools/icons.mjs
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { findCommand, system } from './install.mjs';

const folder = fileURLToPath(new URL('../apps/console/public', import.meta.url));
const ground = '#f4f5f8';

/** `share`: of the width that the mark takes. Masks hide up to a fifth of the width on each side. */
const icons = [
  { name: 'icon-192.png', size: 192, share: 1 },
  { name: 'icon-512.png', size: 512, share: 1 },
  { name: 'icon-maskable-512.png', size: 512, share: 0.6, background: ground },
  { name: 'apple-touch-icon.png', size: 180, share: 0.72, background: ground },
];

const mark = await readFile(`${folder}/favicon.svg`, 'utf8');
const executablePath = findCommand(system.chromium.command);
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  for (const { name, size, share, background = 'transparent' } of icons) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const box = `display:grid;place-items:center;block-size:100vh;margin:0;background:${background}`;
    const drawn = mark.replace(/width="\d+" height="\d+"/, `width="${size * share}" height="${size * share}"`);
    await page.setContent(`<body style="${box}">${drawn}</body>`);
    await page.screenshot({ path: `${folder}/icons/${name}`, omitBackground: true });
    await page.close();
  }
} finally {
  await browser.close();
}
