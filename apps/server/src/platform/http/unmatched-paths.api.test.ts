import { METHODS } from 'node:http';
import { ErrorBody } from '@gatewarden/contract/endpoint';
import { expect } from 'vitest';
import { test } from '../../../test/harness.ts';
import { rawRequest } from '../../../test/raw-request.ts';

test('answers an unknown API path with 404 in JSON for every method', async ({ server }) => {
  for (const path of [
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v2/me',
    '/api/v1/me/',
    '/api/v1//me',
  ]) {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
      const { status, headers, body } = await rawRequest(server.url, method, path);
      expect([path, method, status, headers['content-type']]).toEqual([
        path,
        method,
        404,
        'application/json; charset=utf-8',
      ]);
      expect(JSON.parse(body)).toEqual({ msg: 'There is no such call', code: 'route_not_found' });
    }
  }
});

test('answers an unsupported method with 405 and lists the supported ones', async ({ server }) => {
  const refused = [
    ['PATCH', '/user/una', ['DELETE', 'GET', 'HEAD', 'PUT']],
    ['DELETE', '/me', ['GET', 'HEAD']],
    ['PUT', '/auth', ['POST']],
    ['OPTIONS', '/settings', ['GET', 'HEAD', 'PATCH', 'PUT']],
  ] as const;
  for (const [method, path, allow] of refused) {
    const { status, headers, body } = await rawRequest(server.url, method, `/api/v1${path}`);
    const allowed = String(headers['allow']).split(', ').toSorted();
    expect([path, status, allowed]).toEqual([path, 405, allow]);
    expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed' });
  }
});

test('answers every unsupported method of every documented path with 405 and lists the supported ones', async ({
  server,
}) => {
  const { body } = await rawRequest(server.url, 'GET', '/api-docs/openapi.json');
  const { paths } = JSON.parse(body) as { paths: Record<string, object> };
  const documented = Object.entries(paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods: Object.keys(operations).map((method) => method.toUpperCase()),
  }));
  const wrong: unknown[] = [];
  for (const template of Object.keys(paths)) {
    const path = template.replaceAll(/\{\w+\}/g, '7');
    const taken = documented.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'QUERY', 'TRACE']) {
      if (taken.includes(method)) continue;
      const init = { headers: { 'content-type': 'application/json', 'content-length': '2' }, body: '{}' };
      const { status, headers, ...answer } = await rawRequest(server.url, method, path, init);
      const allowed = String(headers['allow'])
        .split(', ')
        .filter((each) => each !== 'HEAD');
      if (status !== 405 || !ErrorBody.safeParse(JSON.parse(answer.body)).success) wrong.push([method, path, status]);
      if (allowed.toSorted().join() !== [...new Set(taken)].toSorted().join()) wrong.push([method, path, allowed]);
    }
  }
  expect(wrong).toEqual([]);
});

test('lists the methods that a page supports', async ({ server }) => {
  const { status, headers } = await rawRequest(server.url, 'POST', '/users');
  expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
});

test('answers HEAD like GET without the body', async ({ server }) => {
  const { status, headers, body } = await rawRequest(server.url, 'HEAD', '/api/v1/health');
  expect([status, headers['content-length'], body]).toEqual([200, '5', '']);
  expect((await rawRequest(server.url, 'HEAD', '/api/v1/me')).status).toBe(401);
});

test('answers a path that is not a URL with 404', async ({ server }) => {
  for (const path of ['/api/v1/user/%', '/%ff', '/api/v1/%c0%ae']) {
    const { status, headers, body } = await rawRequest(server.url, 'GET', path);
    expect([path, status, headers['x-content-type-options']]).toEqual([path, 404, 'nosniff']);
    expect(JSON.parse(body)).toEqual({ msg: 'There is no such call', code: 'route_not_found' });
  }
});

// CONNECT requests a tunnel; Node closes the connection
const otherMethods = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method));

test('answers every method that Node parses with 405 if the path does not support it', async ({ server }) => {
  const answers: unknown[] = [];
  for (const method of otherMethods) {
    for (const path of ['/api/v1/me', '/', '/users', '/assets/x.js', '/api-docs']) {
      const { status, headers } = await rawRequest(server.url, method, path);
      if (status !== 405 || headers['cache-control'] !== 'no-store') answers.push([method, path, status]);
    }
    const { status } = await rawRequest(server.url, method, '/api/v1/nothing', {
      headers: { 'content-length': '1' },
      body: '{',
    });
    if (status !== 404) answers.push([method, 'a path that no call has', status]);
  }
  expect(answers).toEqual([]);
  expect(otherMethods).toContain('QUERY');
  expect(server.logged()).not.toContain('request failed');
});

test('accepts every form of the request line', async ({ server }) => {
  for (const target of ['http://evil.example/api/v1/me', 'HTTPS://x/api/v1/me', '/%61pi/v1/me', '/api/v1/m%65']) {
    const { status, headers } = await rawRequest(server.url, 'GET', target);
    expect([target, status, headers['cache-control']]).toEqual([target, 401, 'no-store']);
  }
  for (const target of ['http://x/api/v1/nothing', '/%61pi/v1/nothing', '/%61pi']) {
    const { status, headers } = await rawRequest(server.url, 'GET', target);
    expect([target, status, headers['cache-control']]).toEqual([target, 404, 'no-store']);
  }
  expect((await rawRequest(server.url, 'OPTIONS', '*')).status).toBe(405);
  expect((await rawRequest(server.url, 'GET', 'vpn.example.com:443')).status).toBeLessThan(500);
  expect(server.logged()).not.toContain('request failed');
});

test('uses the host of an absolute target instead of the Host header', async ({ server }) => {
  const { host } = new URL(server.url);
  const attempt = async (target: string, headers: Record<string, string>) =>
    (await rawRequest(server.url, 'POST', target, { headers: { 'user-agent': 'x', ...headers } })).status;
  const path = '/api/v1/auth/logout';
  // 401: passed the origin check
  expect(await attempt(`http://${host}${path}`, { origin: `http://${host}`, host: 'other.example' })).toBe(401);
  expect(await attempt(`http://other.example${path}`, { origin: `http://${host}`, host })).toBe(403);
});

test('answers health checks at one path only, never with the page of the console', async ({ server }) => {
  for (const path of ['/health', '/ready']) {
    const { status, body } = await rawRequest(server.url, 'GET', path);
    expect([path, status, JSON.parse(body).code]).toEqual([path, 404, 'route_not_found']);
    expect((await rawRequest(server.url, 'GET', `/api/v1${path}`)).status).toBe(200);
  }
});

test('sends compressed copies of the files of the console under the name of the original only', async ({ server }) => {
  const page = await (await fetch(`${server.url}/`)).text();
  const [, file] = /src="(\/assets\/[^"]+\.js)"/.exec(page) ?? [];
  for (const encoding of ['br', 'gzip', 'identity']) {
    const { headers } = await rawRequest(server.url, 'GET', `${file}`, { headers: { 'accept-encoding': encoding } });
    expect(headers['content-encoding'] ?? 'identity').toBe(encoding);
  }
  for (const copy of ['br', 'gz']) expect((await fetch(`${server.url}${file}.${copy}`)).status).toBe(404);
});
