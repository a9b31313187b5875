import { chromium } from 'playwright-core';
import { readdirSync, readFileSync } from 'node:fs';
const [, , prefix, out, w = '300', cols = '8'] = process.argv;
const files = readdirSync('/tmp/shots').filter((f) => f.startsWith(prefix)).sort((a, b) => Number(a.split('-')[3]) - Number(b.split('-')[3]));
const html = `<body style="margin:0;display:flex;flex-wrap:wrap;gap:8px;background:#888;width:${Number(cols) * (Number(w) + 8)}px">${files.map((f) => `<img style="width:${w}px;align-self:flex-start" src="data:image/png;base64,${readFileSync('/tmp/shots/' + f).toString('base64')}">`).join('')}</body>`;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] });
const p = await b.newPage({ viewport: { width: Number(cols) * (Number(w) + 8), height: 800 } });
await p.setContent(html); await p.waitForTimeout(500);
await p.screenshot({ path: out, fullPage: true }); await b.close();
