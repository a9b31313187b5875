import { createHash, randomBytes } from 'node:crypto';
import { signIn } from '@gatewarden/contract/auth';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { addOpenidApp, deleteOpenidApp } from '@gatewarden/contract/openid-apps';
import { createCaller } from '../../apps/server/test/caller.ts';
import { administrator } from '../data-set/prepare-instance.ts';
import { median } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { createKeepAliveClient, type KeepAliveClient } from '../load/keep-alive-client.ts';
import { type Load, type LoadRequest, sendLoad } from '../load/send-load.ts';
import { atLeast, type Measure, NotMeasured, type Reading } from '../measure.ts';

const connections = 20;
const redirectUri = 'https://app.example.com/callback';

/** Calls of applications. Adds two and deletes them again; entries of the activity log remain. */
export const openid: Measure = {
  name: 'openid',
  async *run(instance) {
    const { admin } = instance;
    await admin.call(proveWithPassword, { body: { password: administrator.password } });
    const machine = await givenApp(instance, 'machine');
    const web = await givenApp(instance, 'web');
    const perSecond = createLoad(instance);
    yield await perSecond('client credentials', 1_000, [tokenRequest(machine, { grant_type: 'client_credentials' })]);
    using client = createKeepAliveClient(connections);
    const redeem = (code: Code) => post(client, instance, web, codeForm(code));
    yield await exchange(instance, web, redeem);
    const codes = await getCodes(instance, web, connections);
    const signedIn = await Promise.all(codes.map(redeem));
    yield await refresh(instance, signedIn, (refresh_token) =>
      post(client, instance, web, { grant_type: 'refresh_token', refresh_token }),
    );
    const [code] = await getCodes(instance, web, 1);
    if (!code) throw new NotMeasured('there is no code');
    const authorization = `Bearer ${(await redeem(code)).access_token}`;
    yield await perSecond('userinfo', 3_000, [{ path: '/api/v1/oauth/userinfo', headers: { authorization } }]);
    yield await perSecond('signing keys (JWKS)', 5_000, [{ path: '/api/v1/oauth/discovery/keys' }]);
    yield await perSecond('discovery', 5_000, [{ path: '/.well-known/openid-configuration' }]);
    for (const { client_id: clientId } of [machine, web]) await admin.call(deleteOpenidApp, { params: { clientId } });
  },
};

interface App {
  readonly client_id: string;
  readonly client_secret: string;
}

interface Code {
  readonly code: string;
  readonly verifier: string;
}

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

async function givenApp({ admin }: BenchInstance, kind: 'machine' | 'web'): Promise<App> {
  const body = {
    kind,
    name: `Bench ${kind}`,
    redirect_uri: kind === 'web' ? [redirectUri] : [],
    scope: kind === 'web' ? (['openid', 'profile', 'email'] as const).slice() : [],
    enabled: true,
    skips_consent: true,
  };
  return admin.call(addOpenidApp, { body });
}

function tokenRequest({ client_id, client_secret }: App, form: Record<string, string>): LoadRequest {
  return {
    method: 'POST',
    path: '/api/v1/oauth/token',
    headers: {
      authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(form).toString(),
  };
}

/** Measures the most requests per second. @throws NotMeasured if some fail */
function createLoad({ url, quick }: BenchInstance) {
  return async (name: string, budget: number, requests: readonly LoadRequest[]): Promise<Reading> => {
    const load: Omit<Load, 'seconds'> = { url, connections, requests };
    await sendLoad({ ...load, seconds: 2 });
    const rates: number[] = [];
    for (let round = 0; round < (quick ? 1 : 3); round += 1) {
      const { perSecond, statuses } = await sendLoad({ ...load, seconds: quick ? 2 : 5 });
      if (Object.keys(statuses).some((status) => status !== '200')) {
        throw new NotMeasured(`${name} answered ${JSON.stringify(statuses)}`);
      }
      rates.push(perSecond);
    }
    return { name: `OpenID ${name}`, value: median(rates), unit: 'requests/s', budget: atLeast(budget) };
  };
}

/**
 * Codes as a browser receives them. Each call signs in, because the requests of a session are limited.
 * @param count at most 200
 */
async function getCodes({ url }: BenchInstance, { client_id }: App, count: number): Promise<Code[]> {
  const browser = createCaller(url);
  await browser.call(signIn, { body: administrator });
  const cookie = browser.cookie ?? '';
  const codes: Code[] = [];
  for (let made = 0; made < count; made += 1) {
    const verifier = randomBytes(32).toString('base64url');
    const request = new URLSearchParams({
      client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const headers = { cookie, 'user-agent': 'bench' };
    const answer = await fetch(`${url}/api/v1/oauth/authorize?${request}`, { headers, redirect: 'manual' });
    const code = new URL(answer.headers.get('location') ?? 'about:blank').searchParams.get('code');
    if (!code) throw new NotMeasured(`the authorization request answered ${answer.status}`);
    codes.push({ code, verifier });
  }
  return codes;
}

const codeForm = ({ code, verifier }: Code) => ({
  grant_type: 'authorization_code',
  redirect_uri: redirectUri,
  code_verifier: verifier,
  code,
});

async function post(
  client: KeepAliveClient,
  { url }: BenchInstance,
  app: App,
  form: Record<string, string>,
): Promise<Tokens> {
  const { path, headers = {}, body = '' } = tokenRequest(app, form);
  const answer = await client.post(`${url}${path}`, headers, body);
  if (answer.status !== 200) throw new NotMeasured(`the token endpoint answered ${answer.status}: ${answer.body}`);
  return JSON.parse(answer.body);
}

/** Each code once, on as many connections. The first codes warm up core. */
async function exchange(instance: BenchInstance, app: App, redeem: (code: Code) => Promise<Tokens>): Promise<Reading> {
  const rates: number[] = [];
  for (let round = 0; round < (instance.quick ? 2 : 5); round += 1) {
    const codes = await getCodes(instance, app, instance.quick ? 40 : 180);
    const startedAt = performance.now();
    await inParallel(codes, redeem);
    if (round > 0) rates.push((codes.length / (performance.now() - startedAt)) * 1000);
  }
  return { name: 'OpenID code exchange', value: median(rates), unit: 'requests/s', budget: atLeast(500) };
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const rest = [...items];
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let item = rest.pop(); item !== undefined; item = rest.pop()) await work(item);
    }),
  );
}

/** Sign-ins that renew their tokens again and again; each renewal replaces the refresh token. */
async function refresh(
  { quick }: BenchInstance,
  signedIn: readonly Tokens[],
  renew: (refreshToken: string) => Promise<Tokens>,
): Promise<Reading> {
  const milliseconds = quick ? 2_000 : 10_000;
  let count = 0;
  const startedAt = performance.now();
  await inParallel(signedIn, async (tokens) => {
    for (let current = tokens; performance.now() - startedAt < milliseconds; count += 1) {
      current = await renew(current.refresh_token);
    }
  });
  const perSecond = (count / (performance.now() - startedAt)) * 1000;
  return { name: 'OpenID refresh', value: perSecond, unit: 'requests/s', budget: atLeast(1_000) };
}
