import { exportTrafficHistory, getTrafficHistory, getTrafficStorage } from '@gatewarden/contract/traffic-history';
import { expect } from 'vitest';
import { test } from '../../../test/harness.ts';

test('exports the traffic of a period as CSV, and answers an error before the file begins', async ({ server }) => {
  const admin = await server.given.admin();
  const { id } = await server.given.location();
  await server.database.query(
    `insert into traffic_total (location_id, step, starts_at, upload, download)
     values ($1, 'hour', date_trunc('hour', now()), 7, 3)`,
    [id],
  );
  const from = new Date(Date.now() - 86_400_000).toISOString();
  const { series } = await admin.call(getTrafficHistory, { query: { from, location: String(id) } });
  expect(series).toEqual([{ at: expect.any(String), upload: 7, download: 3 }]);

  const answer = await admin.send(
    'GET',
    `/traffic/history/export?${new URLSearchParams({ from, location: String(id) })}`,
  );
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(await answer.text()).toBe(`starts_at,bytes_to_devices,bytes_from_devices\r\n${series[0]?.at}Z,7,3\r\n`);
  const refused = await admin.try(exportTrafficHistory, { query: { from, location: '999999' } });
  expect(refused).toMatchObject({ status: 404, body: { code: 'location_not_found' } });
});

test('shows how much room traffic takes', async ({ server }) => {
  const storage = await (await server.given.admin()).call(getTrafficStorage, {});
  expect(storage.bytes).toBeGreaterThan(0);
});
