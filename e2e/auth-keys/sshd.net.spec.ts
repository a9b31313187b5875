import type { APIRequestContext } from '@playwright/test';
import { createAdministrator } from '../product/people.ts';
import { expect, testAlone as test } from '../product/test.ts';
import { startSshServer } from './ssh-server.ts';

test('an SSH server accepts keys from Gatewarden, and refuses them immediately after their removal', async ({
  request,
  product,
}) => {
  await createAdministrator(request, product);
  const api = (method: string, path: string, data?: object) =>
    send(request, `${product.url}/api/v1`, method, path, data);
  const names = { first_name: 'Bob', last_name: 'Zak' };
  expect(await api('POST', '/user', { ...names, username: 'bob', email: 'bob@example.com' })).toBe(201);
  expect(await api('POST', '/user', { ...names, username: 'mallory', email: 'mallory@example.com' })).toBe(201);
  const { token } = await (await request.post(`${product.url}/api/v1/settings/ssh_authorized_keys_token`)).json();
  await using server = await startSshServer(product.url, { token, members: ['ada', 'bob'], others: ['mallory'] });
  const [laptop, desktop] = [await server.makeKey('ed25519'), await server.makeKey('ecdsa')];
  const add = async (name: string, { publicKey }: typeof laptop) =>
    expect(await api('POST', '/user/bob/auth_key', { name, key: publicKey, key_type: 'ssh' })).toBe(201);

  expect(await server.signIn('bob', laptop)).toBeUndefined();
  const offline = await server.makeKey('ed25519');
  await server.setEmergencyKey(offline);
  // accounts outside of the group and root are refused, even if Gatewarden has a key for the name
  const stray = await server.makeKey('ed25519');
  const strayKey = { name: 'Stray', key: stray.publicKey, key_type: 'ssh' };
  expect(await api('POST', '/user/mallory/auth_key', strayKey)).toBe(201);
  expect(await server.signIn('mallory', stray)).toBeUndefined();
  expect(await server.signIn('root', stray)).toBeUndefined();
  await add('Laptop "one" # $(id)', laptop);
  await add('Desktop', desktop);
  expect(await server.signIn('bob', laptop)).toBe('bob');
  expect(await server.signIn('bob', desktop)).toBe('bob');
  expect(await server.signIn('ada', laptop)).toBeUndefined();

  expect(await api('PUT', '/user/bob', { is_active: false })).toBe(200);
  await server.addAuthorizedKey('bob', laptop);
  expect(await server.signIn('bob', laptop)).toBeUndefined();
  expect(await api('PUT', '/user/bob', { is_active: true })).toBe(200);
  expect(await server.signIn('bob', laptop)).toBe('bob');

  expect(await api('DELETE', '/user/bob/auth_key/2')).toBe(200);
  expect(await server.signIn('bob', laptop)).toBeUndefined();
  expect(await server.signIn('bob', desktop)).toBe('bob');

  // core first hangs, then stops: the server has no cache of keys
  product.process.kill('SIGSTOP');
  const askedAt = Date.now();
  expect(await server.signIn('bob', desktop)).toBeUndefined();
  expect(Date.now() - askedAt).toBeLessThan(15_000);
  product.process.kill('SIGCONT');
  expect(await server.signIn('bob', desktop)).toBe('bob');
  await product.stop();
  expect(await server.signIn('bob', desktop)).toBeUndefined();
  expect(await server.signIn('emergency', offline)).toBe('emergency');
  expect(await server.signIn('emergency', desktop)).toBeUndefined();
});

async function send(
  request: APIRequestContext,
  base: string,
  method: string,
  path: string,
  data?: object,
): Promise<number> {
  const answer = await request.fetch(`${base}${path}`, { method, ...(data && { data }) });
  return answer.status();
}
