import {
  getEssentials,
  getSettings,
  patchSettings,
  putSettings,
  restoreBranding,
  uploadLogo,
} from '@gatewarden/contract/settings';
import { logoLimits, logoPath } from '@gatewarden/contract/settings.names';
import { expect } from 'vitest';
import { newEdgeClient } from '../../../../test/edge-client.ts';
import { latestEntry } from '../../../../test/given/latest-entry.ts';
import { png, svg } from '../../../../test/given/logos.ts';
import { startTestServer, test } from '../../../../test/harness.ts';

const unknown = `${logoPath}${'0'.repeat(64)}`;
const main = (file: Buffer) => ({ kind: 'main' as const, data: file.toString('base64') });
const pathOf = (url: string) => url.replace('/api/v1', '');
/** Different files of one size. */
const numbered = (number: number) => svg(`<title>${number}</title>`);

test.beforeEach(({ server }) => server.query(`update settings set changed = '{}'; delete from logo`));

test('stores an image that everyone reads from every replica, and that can only be shown', async ({
  server,
  replica,
}) => {
  const admin = await server.given.admin();
  const uploaded = await admin.call(uploadLogo, { body: main(svg('<rect width="9"/><!-- x -->')) });
  expect(uploaded).toMatchObject({ content_type: 'image/svg+xml', width: 200, height: 50 });
  const content = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"><rect width="9"></rect></svg>';
  const answer = await replica.stranger().send('GET', pathOf(uploaded.url));
  expect([answer.status, await answer.text()]).toEqual([200, content]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-length': String(uploaded.bytes),
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    'cache-control': 'public, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'same-origin',
  });
  const png1 = await admin.call(uploadLogo, { body: main(png()) });
  expect((await server.stranger().send('GET', pathOf(png1.url))).headers.get('content-type')).toBe('image/png');
  const missing = await server.stranger().send('GET', pathOf(unknown));
  expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'logo_not_found' }]);
  expect(missing.headers.get('cache-control')).toBe('no-store');
});

test('records who uploaded which image', async ({ server }) => {
  const admin = await server.given.admin();
  const uploaded = await admin.call(uploadLogo, { body: main(png()) });
  expect(await latestEntry(server, 'settings_logo_uploaded')).toMatchObject({ username: admin.username });
  expect((await server.events()).at(-1)).toMatchObject({
    type: 'settings.logo-uploaded',
    payload: { kind: 'main', ...uploaded },
  });
});

test('refuses files that are no logos, and stores nothing', async ({ server }) => {
  const admin = await server.given.admin();
  const codeOf = async (file: Buffer, kind: 'main' | 'navigation' = 'main') =>
    (await admin.try(uploadLogo, { body: { ...main(file), kind } })).body;
  expect(await codeOf(Buffer.from('GIF89a'))).toMatchObject({ code: 'logo_unsupported', field: 'data' });
  expect(await codeOf(Buffer.concat([png(), Buffer.from('<script>')]))).toMatchObject({ code: 'logo_unsupported' });
  expect(await codeOf(svg('<script>alert(1)</script>'))).toMatchObject({
    code: 'logo_unsafe',
    details: { reason: '<script>' },
  });
  expect(await codeOf(png({ width: 101 }), 'navigation')).toMatchObject({
    code: 'logo_too_large',
    details: { width: 101, max_width: 100 },
  });
  for (const data of ['', 'no base64!', `data:image/png;base64,${png().toString('base64')}`])
    expect((await admin.try(uploadLogo, { body: { kind: 'main', data } })).status).toBe(422);
  expect(await server.database.query('select from logo')).toEqual([]);
});

test('refuses 50 MB, from strangers before it reads them', async ({ server }) => {
  const admin = await server.given.admin();
  const body = JSON.stringify(main(Buffer.alloc(50_000_000)));
  const headers = { 'content-type': 'application/json' };
  const statusOf = (caller: typeof admin | ReturnType<typeof server.stranger>) =>
    caller.send('POST', '/settings/logo', { body, headers }).then(
      ({ status }) => status,
      () => 'connection closed',
    );
  expect([413, 'connection closed']).toContain(await statusOf(admin));
  expect([401, 413, 'connection closed']).toContain(await statusOf(server.stranger()));
  const atLimit = main(Buffer.alloc(logoLimits.bytes));
  expect((await admin.try(uploadLogo, { body: atLimit })).body).toMatchObject({ code: 'logo_unsupported' });
  const over = main(Buffer.alloc(logoLimits.bytes + 3));
  expect((await admin.try(uploadLogo, { body: over })).status).toBe(422);
});

test('sets uploaded logos that fit their place, and deletes those that it replaces', async ({ server, replica }) => {
  const admin = await server.given.admin();
  const wide = await admin.call(uploadLogo, { body: main(svg('')) });
  const small = await admin.call(uploadLogo, { body: { ...main(png()), kind: 'navigation' } });
  const stored = async () => (await server.database.query('select from logo')).length;
  const refusal = (code: string, field: string) => ({ status: 422, body: { code, field } });
  expect(await admin.try(patchSettings, { body: { main_logo_url: unknown } })).toMatchObject(
    refusal('logo_not_found', 'main_logo_url'),
  );
  expect(await admin.try(patchSettings, { body: { nav_logo_url: wide.url } })).toMatchObject(
    refusal('logo_too_large', 'nav_logo_url'),
  );
  await admin.call(patchSettings, { body: { main_logo_url: wide.url, nav_logo_url: small.url } });
  const logos = { main_logo_url: wide.url, nav_logo_url: small.url };
  expect(await replica.stranger().call(getEssentials, {})).toMatchObject(logos);
  // as clients send back what they read
  await admin.call(putSettings, { body: { ...(await admin.call(getSettings, {})), instance_name: 'Office' } });
  expect([await admin.call(getSettings, {}), await stored()]).toMatchObject([logos, 2]);

  await admin.call(patchSettings, { body: { main_logo_url: small.url } });
  expect((await server.stranger().send('GET', pathOf(wide.url))).status).toBe(404);
  await admin.call(patchSettings, { body: { nav_logo_url: '' } });
  expect((await server.stranger().send('GET', pathOf(small.url))).status).toBe(200);
  await admin.call(restoreBranding, { params: { id: '1' } });
  expect(await stored()).toBe(0);
});

test('deletes uploads that no setting names after an hour, and all but the latest 20', async () => {
  await using server = await startTestServer();
  const admin = await server.given.admin();
  const upload = async (number: number) => (await admin.call(uploadLogo, { body: main(numbered(number)) })).url;
  const set = await upload(0);
  await admin.call(patchSettings, { body: { main_logo_url: set } });
  const urls: string[] = [];
  for (let number = 1; number <= 22; number += 1) {
    server.clock.advance({ seconds: 1 });
    urls.push(await upload(number));
  }
  const left = async () =>
    (await server.database.query('select hash from logo')).map(({ hash }) => `${logoPath}${hash}`).toSorted();
  expect(await left()).toEqual([set, ...urls.slice(2)].toSorted());
  server.clock.advance({ minutes: 61 });
  const latest = await upload(23);
  expect(await left()).toEqual([set, latest].toSorted());
});

test('tells pages outside of core the uploaded logo itself', async ({ server }) => {
  const admin = await server.given.admin();
  const logoOfEdge = async () => (await newEdgeClient(server).post('/edge', {})).body;
  const { url } = await admin.call(uploadLogo, { body: main(svg('')) });
  await admin.call(patchSettings, { body: { main_logo_url: url } });
  const content = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="50"></svg>';
  expect(await logoOfEdge()).toMatchObject({
    main_logo_url: `data:image/svg+xml;base64,${Buffer.from(content).toString('base64')}`,
  });
  await admin.call(patchSettings, { body: { main_logo_url: 'https://example.com/logo.png' } });
  expect(await logoOfEdge()).toMatchObject({ main_logo_url: 'https://example.com/logo.png' });
});
