import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { requestErrorMessages } from '@gatewarden/contract/request.names';
import { expect, it } from 'vitest';
import { createBareServer } from '../../../test/raw-http-server.ts';
import { createLog } from '../log/log.ts';
import { handleUnmatchedPaths } from './unmatched-paths.ts';

const optionsFor = (folder: string) => ({
  files: pathToFileURL(`${folder}/`),
  endpoints: [],
  hasSession: ({ cookie }: IncomingHttpHeaders) => cookie === 'session=1',
});

it('answers a file that the API documentation does not have with 404 when the console is not built', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-console-'));
  const app = await createBareServer({});
  try {
    await handleUnmatchedPaths(app, optionsFor(folder));
    for (const url of ['/api-docs/static/none.js', '/api-docs/static/..%2fetc%2fpasswd', '/none']) {
      const { statusCode, body } = await app.inject({ url, headers: { 'user-agent': 'test' } });
      expect([url, statusCode, JSON.parse(body).code]).toEqual([url, 404, 'route_not_found']);
    }
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});

it('serves a console that is built again after the start', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-console-'));
  const app = await createBareServer({});
  const build = async (name: string) => {
    await rm(folder, { recursive: true });
    await mkdir(join(folder, 'assets'), { recursive: true });
    await writeFile(join(folder, 'index.html'), `<script src="/assets/${name}.js"></script>`);
    for (const end of ['js', 'js.br']) await writeFile(join(folder, 'assets', `${name}.${end}`), name);
  };
  const get = (url: string) => app.inject({ url, headers: { 'user-agent': 'test' } });
  try {
    await build('first-a1');
    await handleUnmatchedPaths(app, optionsFor(folder));
    expect((await get('/assets/first-a1.js')).body).toBe('first-a1');
    await build('second-b2');
    expect((await get('/users')).body).toContain('/assets/second-b2.js');
    const { statusCode, body, headers } = await get('/assets/second-b2.js');
    expect([statusCode, body, headers['cache-control'], headers['content-type']]).toEqual([
      200,
      'second-b2',
      'public, max-age=31536000, immutable',
      expect.stringContaining('javascript'),
    ]);
    const others = ['first-a1.js', 'second-b2.js.br', 'none.js', '..%2findex.html'];
    for (const name of others) expect([name, (await get(`/assets/${name}`)).statusCode]).not.toEqual([name, 200]);
    expect((await get('/assets/first-a1.js')).json()).toMatchObject({ code: 'route_not_found' });
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});

it('answers a range that a file does not have with 416, and a failed precondition with 412', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-console-'));
  const logged = new PassThrough();
  const app = await createBareServer({ log: createLog('info', logged) });
  try {
    await mkdir(join(folder, 'assets'));
    for (const name of ['index.html', 'robots.txt', 'assets/a1.js']) await writeFile(join(folder, name), '0123456789');
    await handleUnmatchedPaths(app, optionsFor(folder));
    const ask = async (url: string, headers: Record<string, string>) => {
      const answer = await app.inject({ url, headers: { 'user-agent': 'test', ...headers } });
      return [url, answer.statusCode, answer.headers['content-range'], answer.body];
    };
    const body = (code: 'range_not_satisfiable' | 'precondition_failed') =>
      JSON.stringify({ msg: requestErrorMessages[code], code });
    for (const url of ['/', '/users', '/robots.txt', '/assets/a1.js']) {
      for (const range of ['bytes=99999999-', 'bytes=10-', 'bytes=5-2', 'bytes=-0']) {
        expect(await ask(url, { range })).toEqual([url, 416, 'bytes */10', body('range_not_satisfiable')]);
      }
      expect(await ask(url, { range: 'bytes=2-4' })).toEqual([url, 206, 'bytes 2-4/10', '234']);
      expect(await ask(url, { range: 'lines=5-2' })).toEqual([url, 200, undefined, '0123456789']);
      for (const precondition of [{ 'if-match': '"other"' }, { 'if-unmodified-since': new Date(0).toUTCString() }])
        expect(await ask(url, precondition)).toEqual([url, 412, undefined, body('precondition_failed')]);
    }
    expect(logged.read()).toBeNull();
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});

const variesByCookie = expect.stringContaining('cookie');

it('serves browsers with a session the page that loads more of the console ahead', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatewarden-console-'));
  const app = await createBareServer({});
  const get = async (cookie?: string) => {
    const headers = { 'user-agent': 'test', ...(cookie !== undefined && { cookie }) };
    const answer = await app.inject({ url: '/users', headers });
    return [answer.body, answer.headers['cache-control'], answer.headers.vary];
  };
  try {
    await writeFile(join(folder, 'index.html'), 'page');
    await handleUnmatchedPaths(app, optionsFor(folder));
    expect(await get('session=1')).toEqual(['page', 'no-cache', variesByCookie]);
    await writeFile(join(folder, 'session.html'), 'page of sessions');
    expect(await get('session=1')).toEqual(['page of sessions', 'no-cache', variesByCookie]);
    expect(await get('session=')).toEqual(['page', 'no-cache', variesByCookie]);
    expect(await get()).toEqual(['page', 'no-cache', variesByCookie]);
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});
