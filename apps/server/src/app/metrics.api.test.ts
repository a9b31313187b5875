import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../test/harness.ts';
import { subscribeToTraffic } from '../../test/traffic-subscription.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

async function givenMetrics() {
  const server = await startTestServer({ environment: { GATEWARDEN_METRICS_PORT: '0' } });
  const address = `http://127.0.0.1:${server.metricsPort}`;
  return {
    server,
    get: (path: string, init?: RequestInit) => fetch(`${address}${path}`, init),
    /** Values by name and labels. */
    async values() {
      const text = await (await fetch(`${address}/metrics`)).text();
      const samples = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
      return new Map(samples.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

async function labelsOf(server: TestServer) {
  const location = await server.given.location();
  return { location, labels: `location_id="${location.id}",location="${location.name}"` };
}

it('shows users, devices, gateways and connections', async () => {
  await using metrics = await givenMetrics();
  const { server } = metrics;
  const { location, labels } = await labelsOf(server);
  await server.given.device(await server.given.user());
  await server.given.networkDevice();
  await using _ = await server.connectGateway(location);

  const values = await metrics.values();
  expect(values.get('gatewarden_users{state="enabled"}')).toBeGreaterThanOrEqual(2);
  expect(values.get('gatewarden_devices{kind="user"}')).toBe(1);
  expect(values.get('gatewarden_devices{kind="network"}')).toBe(1);
  const gateways = ['complete', 'incomplete'].map((state) =>
    values.get(`gatewarden_gateways{${labels},state="${state}"}`),
  );
  expect(gateways[0]).toBeDefined();
  expect((gateways[0] ?? 0) + (gateways[1] ?? 0)).toBe(1);
  expect(values.get(`gatewarden_gateways{${labels},state="disconnected"}`)).toBe(0);
  expect(values.get(`gatewarden_connected_devices{${labels}}`)).toBe(0);
  expect(values.get('gatewarden_database_writable')).toBe(1);
  expect(values.get('nodejs_eventloop_lag_seconds')).toBeDefined();
});

it('counts answered requests by route, not by path', async () => {
  await using metrics = await givenMetrics();
  const { server } = metrics;
  for (const path of ['/api/v1/user/someone', '/api/v1/user/other', '/no/such/path'])
    await fetch(`${server.url}${path}`);

  const values = await metrics.values();
  const count = 'gatewarden_http_request_duration_seconds_count';
  expect(values.get(`${count}{method="GET",route="/api/v1/user/:username",status="4xx"}`)).toBe(2);
  expect([...values.keys()].filter((key) => /someone|no\/such/.test(key))).toEqual([]);
});

it('serves nothing else, and no other method', async () => {
  await using metrics = await givenMetrics();
  expect((await metrics.get('/')).status).toBe(404);
  expect((await metrics.get('/api/v1/me')).status).toBe(404);
  expect((await metrics.get('/metrics', { method: 'POST', body: 'x'.repeat(16_384) })).status).toBe(405);
  const head = await metrics.get('/metrics', { method: 'HEAD' });
  expect([head.status, head.headers.get('cache-control'), await head.text()]).toEqual([200, 'no-store', '']);
  expect((await fetch(`${metrics.server.url}/metrics`)).headers.get('content-type')).not.toContain('openmetrics');
});

it('reads the database once for scrapes at the same time', async () => {
  await using metrics = await givenMetrics();
  const texts = await Promise.all(Array.from({ length: 20 }, async () => (await metrics.get('/metrics')).text()));
  expect(new Set(texts).size).toBe(1);
});

it('still answers while the database cannot be read, without the metrics that need it', async () => {
  await using metrics = await givenMetrics();
  await metrics.server.given.user();
  await metrics.server.database.query('alter table device rename to hidden_device');
  const values = await metrics.values();
  await metrics.server.database.query('alter table hidden_device rename to device');
  expect(values.has('gatewarden_devices{kind="user"}')).toBe(false);
  expect(values.get('gatewarden_users{state="enabled"}')).toBeGreaterThan(0);
});

it('closes connections above a limit', async () => {
  await using metrics = await givenMetrics();
  const sockets = Array.from({ length: 40 }, () => connect(metrics.server.metricsPort ?? 0, '127.0.0.1'));
  let closed = 0;
  for (const socket of sockets) {
    socket.on('error', () => undefined);
    socket.on('close', () => {
      closed += 1;
    });
  }
  await expect.poll(() => closed).toBeGreaterThanOrEqual(8);
  for (const socket of sockets) socket.destroy();
  expect(closed).toBeLessThan(40);
});

it('has every metric that the example dashboard and the documentation name', async () => {
  await using metrics = await givenMetrics();
  const { server } = metrics;
  const location = await server.given.location();
  await using gateway = await server.connectGateway(location);
  await using subscription = await subscribeToTraffic(server.database);
  gateway.send({ case: 'traffic', value: { peers: [] } });
  await subscription.next('reported');
  await fetch(`${server.url}/api/v1/health`);
  const text = await (await metrics.get('/metrics')).text();
  const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));

  const files = ['docs/examples/gatewarden-dashboard.json', 'docs/monitoring.md'];
  const named = files.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8').match(/\b(gatewarden|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g),
  );
  const names = new Set(named.map((name) => name?.replace(/_(count|bucket)$/, '') ?? ''));
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});

it('is off by default', async () => {
  await using server = await startTestServer();
  expect(server.metricsPort).toBeUndefined();
});
