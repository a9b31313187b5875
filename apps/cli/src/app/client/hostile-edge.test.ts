import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { instanceId, startTestEdge } from '../../../test/test-edge.ts';
import { endOf, makeTestPerson } from '../../../test/test-person.ts';

const start = '/api/v1/enrollment/start';
const create = '/api/v1/enrollment/create_device';
const started = {
  user: { login: 'admin', enrolled: true, device_names: [] },
  instance: { id: instanceId, name: 'Gatewarden' },
};
const location = {
  ...{ network_id: 1, network_name: 'Office', endpoint: '192.0.2.1:51820', assigned_ip: '10.1.0.5' },
  ...{ pubkey: Buffer.alloc(32, 8).toString('base64'), allowed_ips: '10.1.0.0/24', dns: null },
  ...{ keepalive_interval: 25, location_mfa_mode: 1, mfa_enabled: false },
};
const enrolled = {
  device: { name: 'laptop' },
  configs: [location],
  instance: { id: instanceId, name: 'Gatewarden', username: 'admin' },
  token: 'P'.repeat(32),
};
const withLocation = (changes: object) => ({ ...enrolled, configs: [{ ...location, ...changes }] });
const withInstance = (changes: object) => ({ ...started, instance: { ...started.instance, ...changes } });

/** Logs in to a server that answers a call with something else. */
async function loginWith(instead: object, timeoutMilliseconds = 60_000) {
  await using edge = await startTestEdge();
  await using person = await makeTestPerson({ timeoutMilliseconds });
  edge.instead = { status: 200, body: '', ...instead };
  const end = await endOf(person.run(['login', '--url', edge.url, '--token', edge.token]));
  const stored = await readdir(join(person.stateDir, 'instances'), { recursive: true });
  return { end, stored, requests: edge.requests, lines: person.lines };
}

describe('login', () => {
  it.each<[string, string, unknown]>([
    ['a long name', start, withInstance({ name: 'x'.repeat(16_000) })],
    ['a number as name', start, withInstance({ name: 5 })],
    ['a path as id', start, withInstance({ id: '../../etc' })],
    ['an id that is no text', start, withInstance({ id: {} })],
    ['too many devices', start, { ...started, user: { ...started.user, device_names: Array(20_000).fill('x') } }],
    ['no user', start, { instance: started.instance }],
    ['a list', start, []],
    ['null', start, null],
    ['a long device name', create, { ...enrolled, device: { name: 'x'.repeat(16_000) } }],
    ['too many locations', create, { ...enrolled, configs: Array(300).fill(location) }],
    ['locations that are no list', create, { ...enrolled, configs: { 0: location } }],
    ['no token', create, { ...enrolled, token: null }],
    ['a line in the token', create, { ...enrolled, token: 'a\r\nX: y' }],
    ['a location without a number', create, withLocation({ network_id: 'x' })],
    ['a location with a number that makes a long interface', create, withLocation({ network_id: 2 ** 50 })],
    ['a line in the endpoint', create, withLocation({ endpoint: '192.0.2.1:51820\nPostUp=id' })],
    ['a line in the key', create, withLocation({ pubkey: 'x\n[Peer]' })],
    ['a network that is none', create, withLocation({ allowed_ips: '10.0.0.0/8,PostUp' })],
    ['a loopback address', create, withLocation({ assigned_ip: '127.0.0.5' })],
    ['an unknown mode', create, withLocation({ location_mfa_mode: 9 })],
    ['long name servers', create, withLocation({ dns: 'x'.repeat(16_000) })],
  ])('refuses an answer with %s', async (_, path, body) => {
    const { end, stored } = await loginWith({ path, body: JSON.stringify(body) });
    expect(end).toEqual({
      exit: 'failed',
      message: expect.stringMatching(/^Core does not answer at http.{1,40}: the answer with status 200 is not one/),
    });
    expect(stored).toEqual(['lock']);
  });

  it.each<[string, object, RegExp]>([
    ['a redirect', { status: 307, headers: { location: 'http://192.0.2.9/' } }, /redirect/],
    ['a huge body', { body: 'x'.repeat(5_000_000) }, /not one of Gatewarden/],
    ['an unfinished huge body', { body: 'x'.repeat(5_000_000), isEndless: true }, /not one of Gatewarden/],
    ['a page', { status: 500, body: '<h1>Error</h1>' }, /status 500/],
    ['a long error', { status: 400, body: JSON.stringify({ error: 'x'.repeat(16_000) }) }, /status 400/],
  ])('explains %s', async (_, instead, message) => {
    const { end, requests } = await loginWith(instead);
    expect(end).toMatchObject({ exit: 'failed', message: expect.stringMatching(message) });
    expect(end?.message.length).toBeLessThan(300);
    expect(requests).toHaveLength(1);
  });

  it('does not wait for a body that does not end', async () => {
    const { end } = await loginWith({ body: '{', isEndless: true }, 200);
    expect(end).toMatchObject({ exit: 'failed', message: expect.stringContaining('no answer in time') });
  });

  it('shows no control characters of core', async () => {
    const error = 'no\u001b[2J\r\nroot:\u202e';
    const { end } = await loginWith({ status: 400, body: JSON.stringify({ error }) });
    expect(end).toEqual({ exit: 'refused', message: 'Core refuses this device: no [2J root: .' });
  });

  it('does not add a device for an account that is not active', async () => {
    const body = JSON.stringify({ ...started, user: { ...started.user, enrolled: false } });
    const { end, requests } = await loginWith({ path: start, body });
    expect(end).toMatchObject({ exit: 'refused', message: expect.stringContaining('is not active yet') });
    expect(requests).toEqual([start]);
  });
});
