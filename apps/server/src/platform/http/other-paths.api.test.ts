import { expect, it } from 'vitest';
import { startTestServer } from '../../../test/harness.ts';
import { rawRequest } from '../../../test/raw-request.ts';

it('answers a path of the API that no call has with 404 in JSON, whatever the method', async () => {
  await using server = await startTestServer();
  for (const path of [
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v2/me',
    '/api/v1/me/',
    '/api/v1//me',
    '/api/v1/device/network',
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

it('answers a method that a call does not take with 405 and says which it takes', async () => {
  await using server = await startTestServer();
  const refused = [
    ['PATCH', '/user/una', 'GET, HEAD, PUT, DELETE'],
    ['DELETE', '/me', 'GET, HEAD'],
    ['PUT', '/auth', 'POST'],
    ['OPTIONS', '/settings', 'GET, HEAD, PATCH, PUT'],
  ] as const;
  for (const [method, path, allow] of refused) {
    const { status, headers, body } = await rawRequest(server.url, method, `/api/v1${path}`);
    expect([path, status, headers['allow']]).toEqual([path, 405, allow]);
    expect(JSON.parse(body)).toMatchObject({ code: 'method_not_allowed' });
  }
});

it('answers HEAD as GET without the body', async () => {
  await using server = await startTestServer();
  const { status, headers, body } = await rawRequest(server.url, 'HEAD', '/api/v1/health');
  expect([status, headers['content-length'], body]).toEqual([200, '5', '']);
  expect((await rawRequest(server.url, 'HEAD', '/api/v1/me')).status).toBe(401);
});

it('answers a path that is no URL, and methods that nobody knows, without a fault', async () => {
  await using server = await startTestServer();
  for (const path of ['/api/v1/user/%', '/%ff', '/api/v1/%c0%ae']) {
    const { status, headers, body } = await rawRequest(server.url, 'GET', path);
    expect([path, status, headers['x-content-type-options']]).toEqual([path, 404, 'nosniff']);
    expect(JSON.parse(body)).toEqual({ msg: 'There is no such call', code: 'route_not_found' });
  }
  for (const method of ['TRACE', 'PROPFIND', 'LOCK']) {
    expect((await rawRequest(server.url, method, '/api/v1/me')).status).toBeLessThan(500);
  }
});
