import { createHash, randomBytes } from 'node:crypto';
import { proveWithPassword } from '@gatewarden/contract/mfa';
import { addOpenidApp, deleteOpenidApp } from '@gatewarden/contract/openid-apps';
import { administrator } from '../data-set/prepare-instance.ts';
import { median } from '../figures.ts';
import type { BenchInstance } from '../instance.ts';
import { type Load, type LoadRequest, sendLoad } from '../load/send-load.ts';
import { atLeast, type Measure, NotMeasured, type Reading } from '../measure.ts';

const connections = 20;
const redirectUri = 'https://app.example.com/callback';

/** Calls of applications. Adds two and deletes them again; entries of the activity log remain. */
export const openid: Measure = {
  name: 'openid',
  async *run(instance) {
    const { admin, quick } = instance;
    await admin.call(proveWithPassword, { body: { password: administrator.password } });
    const machine = await givenApp(instance, 'machine');
    const web = await givenApp(instance, 'web');
    const perSecond = createLoad(instance);
    yield await perSecond('client credentials', 1_000, [tokenRequest(machine, { grant_type: 'client_credentials' })]);
    const codes = await getCodes(instance, web, quick ? 40 : 180);
    yield await exchange(instance, web, codes);
    const tokens = await redeem(instance, web, (await getCodes(instance, web, 1))[0]);
    yield await refresh(instance, web);
    const authorization = `Bearer ${tokens.access_token}`;
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

/** Codes for the signed-in administrator, as a browser receives them. */
async function getCodes({ url, cookie }: BenchInstance, { client_id }: App, count: number): Promise<Code[]> {
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

async function post({ url }: BenchInstance, app: App, form: Record<string, string>): Promise<Tokens> {
  const { path, headers = {}, body = '' } = tokenRequest(app, form);
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new NotMeasured(`the token endpoint answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Tokens;
}

function redeem(instance: BenchInstance, app: App, code: Code | undefined): Promise<Tokens> {
  if (!code) throw new NotMeasured('there is no code');
  return post(instance, app, codeForm(code));
}

/** Each code once, on as many connections. */
async function exchange(instance: BenchInstance, app: App, codes: readonly Code[]): Promise<Reading> {
  const rest = [...codes];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let code = rest.pop(); code; code = rest.pop()) await post(instance, app, codeForm(code));
    }),
  );
  const perSecond = (codes.length / (performance.now() - startedAt)) * 1000;
  return { name: 'OpenID code exchange', value: perSecond, unit: 'requests/s', budget: atLeast(500) };
}

/** Sign-ins that renew their tokens again and again; each renewal replaces the refresh token. */
async function refresh(instance: BenchInstance, app: App): Promise<Reading> {
  const codes = await getCodes(instance, app, connections);
  const first = await Promise.all(codes.map((code) => post(instance, app, codeForm(code))));
  const milliseconds = instance.quick ? 2_000 : 10_000;
  let count = 0;
  const startedAt = performance.now();
  await Promise.all(
    first.map(async (tokens) => {
      for (let current = tokens; performance.now() - startedAt < milliseconds; count += 1) {
        const form = { grant_type: 'refresh_token', refresh_token: current.refresh_token };
        current = await post(instance, app, form);
      }
    }),
  );
  const perSecond = (count / (performance.now() - startedAt)) * 1000;
  return { name: 'OpenID refresh', value: perSecond, unit: 'requests/s', budget: atLeast(1_000) };
}
