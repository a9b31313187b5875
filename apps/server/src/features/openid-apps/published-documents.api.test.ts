import { expect } from 'vitest';
import { test } from '../../../test/harness.ts';

const paths = ['/.well-known/openid-configuration', '/api/v1/oauth/discovery/keys'];

test('the description and the keys are the same for every caller, whatever it sends', async ({ server }) => {
  for (const path of paths) {
    const hostile = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher', host: 'evil.example' };
    // the first request of all: nothing of it remains
    const first = await (await fetch(server.url + path, { headers: hostile })).text();
    expect(first).not.toMatch(/evil|gopher/);
    const plain = await fetch(server.url + path);
    const expected = await plain.json();
    expect(expected).toEqual(JSON.parse(first));
    for (const headers of [hostile, { cookie: '_session=x' }, { origin: 'https://app.example.com' }]) {
      expect(await (await fetch(`${server.url}${path}?x=1`, { headers })).json()).toEqual(expected);
    }
    expect(plain.headers.get('content-type')).toMatch(/json/);
    expect(plain.headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('browsers of other origins may read the description and the keys', async ({ server }) => {
  const origin = 'https://app.example.com';
  for (const path of paths) {
    const answer = await fetch(server.url + path, { headers: { origin } });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    // for caches: without an origin, the answer has no such header
    expect(answer.headers.get('vary')).toMatch(/origin/i);
    expect((await fetch(server.url + path)).headers.get('vary')).toMatch(/origin/i);
  }
});
