import { expect, it } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { password } from '../../../test/given/given.ts';
import { latestEntry } from '../../../test/given/latest-entry.ts';
import { startTestServer, type TestServer, test } from '../../../test/harness.ts';
import { rawRequest } from '../../../test/raw-request.ts';

const paths = ['/api/v1/health', '/api/v1/me', '/api/v1/nothing', '/api-docs', '/api-docs/openapi.json', '/', '/users'];

test('sends security headers with every answer, including errors and pages', async ({ server }) => {
  for (const path of paths) {
    const { headers } = await rawRequest(server.url, 'GET', path);
    expect([path, headers]).toMatchObject([
      path,
      {
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'gatewarden-component-version': manifest.version,
      },
    ]);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    const csp = String(headers['content-security-policy']);
    expect([path, csp]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
    expect([path, csp]).toEqual([path, expect.stringContaining("script-src 'self';")]);
    expect(csp).toContain("object-src 'none'");
    expect(csp).toContain("base-uri 'none'");
    expect(csp).not.toMatch(/unsafe-eval|\*|http:|unsafe-inline/);
  }
});

test('prevents caching of API answers', async ({ server }) => {
  const user = await server.given.user();
  for (const path of ['/me', '/health', '/nothing', '/user/root']) {
    expect([path, (await user.send('GET', path)).headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
});

/** Attributes of the sign-in cookie, and whether HSTS is set. */
async function signIn(server: TestServer, headers: Record<string, string> = {}) {
  const { username } = await server.given.user();
  const answer = await rawRequest(server.url, 'POST', '/api/v1/auth', {
    headers: { 'content-type': 'application/json', 'user-agent': 'test', ...headers },
    body: JSON.stringify({ username, password }),
  });
  expect(answer.status).toBe(200);
  const [, ...attributes] = (answer.headers['set-cookie']?.[0] ?? '').split('; ');
  return { attributes: attributes.toSorted(), hsts: answer.headers['strict-transport-security'] };
}

const attributes = ['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'];

test('sets Secure and HSTS only if the console is reached over https', async ({ server }) => {
  expect(await signIn(server)).toEqual({ attributes, hsts: undefined });
  // independent of request headers
  expect(await signIn(server, { 'x-forwarded-proto': 'https' })).toEqual({ attributes, hsts: undefined });
  await using secure = await server.startReplica({ GATEWARDEN_URL: 'https://vpn.example.com' });
  const here = Object.create(server, { url: { value: secure.url } }) as TestServer;
  expect(await signIn(here)).toEqual({ attributes: [...attributes, 'Secure'].toSorted(), hsts: 'max-age=31536000' });
});

it('expires cookie and session after the configured time', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_SESSION_HOURS: '2' } });
  expect((await signIn(server)).attributes).toContain('Max-Age=7200');
  const user = await server.given.user();
  server.clock.advance({ hours: 1, minutes: 59 });
  expect((await user.send('GET', '/me')).status).toBe(200);
  server.clock.advance({ minutes: 1 });
  expect((await user.send('GET', '/me')).status).toBe(401);
});

test('clears the cookie at sign-out with its original path', async ({ server }) => {
  const user = await server.given.user();
  const answer = await user.send('POST', '/auth/logout');
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^gatewarden_session=; (?=.*Path=\/)(?=.*(Max-Age=0|Expires=Thu, 01 Jan 1970))/),
  ]);
});

async function addressKept(server: TestServer, headers: Record<string, string>): Promise<unknown> {
  await signIn(server, headers);
  return (await latestEntry(server, 'user_login'))?.ip;
}

test('accepts forwarded addresses only from trusted proxies', async ({ server }) => {
  expect(await addressKept(server, { 'x-forwarded-for': '203.0.113.7' })).toBe('203.0.113.7/32');
  // a value from the caller is left of the one that the trusted proxy added
  expect(await addressKept(server, { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' })).toBe('203.0.113.7/32');
  for (const header of ['forwarded', 'x-real-ip', 'true-client-ip', 'cf-connecting-ip', 'fly-client-ip']) {
    expect(await addressKept(server, { [header]: '203.0.113.7' })).toBe('127.0.0.1/32');
  }
  await using strict = await server.startReplica({ GATEWARDEN_TRUSTED_PROXIES: '192.0.2.0/24' });
  const here = Object.create(server, { url: { value: strict.url } }) as TestServer;
  expect(await addressKept(here, { 'x-forwarded-for': '203.0.113.7' })).toBe('127.0.0.1/32');
});

test('ignores an invalid forwarded address', async ({ server }) => {
  for (const value of ["1' or '1'='1", 'unknown', '<script>', '[::1', '999.1.1.1', 'fe80::1%eth0', '']) {
    expect([value, await addressKept(server, { 'x-forwarded-for': value })]).toEqual([value, '127.0.0.1/32']);
  }
});

it('rejects a change from another site, including one whose name resolves to core', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_URL: 'https://vpn.example.com' } });
  const attempt = async (headers: Record<string, string>) =>
    (await rawRequest(server.url, 'POST', '/api/v1/auth/logout', { headers: { 'user-agent': 'x', ...headers } }))
      .status;
  const { host } = new URL(server.url);
  // 401: passed the origin check
  expect(await attempt({})).toBe(401);
  expect(await attempt({ origin: 'https://vpn.example.com', host: 'vpn.example.com' })).toBe(401);
  expect(await attempt({ origin: 'https://vpn.example.com', host: 'core.internal:8000' })).toBe(401);
  expect(await attempt({ origin: `http://${host}`, host })).toBe(401);
  expect(await attempt({ origin: 'https://evil.example' })).toBe(403);
  expect(await attempt({ origin: 'null' })).toBe(403);
  expect(await attempt({ origin: 'https://vpn.example.com.evil.example' })).toBe(403);
  expect(await attempt({ origin: 'https://vpn.example.com:8443' })).toBe(403);
  for (const site of ['same-origin', 'none']) expect(await attempt({ 'sec-fetch-site': site })).toBe(401);
  for (const site of ['cross-site', 'same-site']) expect(await attempt({ 'sec-fetch-site': site })).toBe(403);
  // DNS rebinding: the name of the other site resolves to core, so its page has the address of core as its origin
  expect(await attempt({ origin: 'http://evil.example', host: 'evil.example' })).toBe(403);
});

it('builds links with the configured address and not with the Host header', async () => {
  await using server = await startTestServer({ environment: { GATEWARDEN_URL: 'https://vpn.example.com/' } });
  const answer = await rawRequest(server.url, 'GET', '/api/v1/settings_essentials', {
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  });
  expect(answer.status).toBe(200);
  expect(answer.body + JSON.stringify(answer.headers)).not.toContain('evil.example');
  expect(server.printed.join('\n')).toContain('https://vpn.example.com/setup?token=');
});
