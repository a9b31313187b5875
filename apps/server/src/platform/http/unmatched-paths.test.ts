import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { createBareServer } from '../../../test/raw-http-server.ts';
import { handleUnmatchedPaths } from './unmatched-paths.ts';

it('answers a file that the API documentation does not have with 404 when the console is not built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-console-'));
  const app = await createBareServer({});
  try {
    await handleUnmatchedPaths(app, { files: pathToFileURL(`${folder}/`), endpoints: [], excluded: [] });
    for (const url of ['/api-docs/static/none.js', '/api-docs/static/..%2fetc%2fpasswd', '/none']) {
      const { statusCode, body } = await app.inject({ url, headers: { 'user-agent': 'test' } });
      expect([url, statusCode, JSON.parse(body).code]).toEqual([url, 404, 'route_not_found']);
    }
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});
