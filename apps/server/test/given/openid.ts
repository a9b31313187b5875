import { addProvider, type Provider } from '@gatewarden/contract/identity-providers';
import type { TestServer } from '../harness.ts';
import { createTestBrowser, type TestBrowser } from '../test-browser.ts';

/** Settings of a core that may call servers on this machine. */
export const localProviders = { environment: { GATEWARDEN_OUTBOUND_ALLOW: '127.0.0.1,localhost' } };

interface ProviderServer {
  readonly issuer: string;
  readonly client: { readonly id: string; readonly secret: string };
}

let providers = 0;
let accounts = 0;

/** Adds an OpenID provider at that server. */
export async function givenProvider(
  server: TestServer,
  { issuer, client }: ProviderServer,
  changes: Partial<Parameters<typeof toBody>[2]> = {},
): Promise<Provider> {
  providers += 1;
  const admin = await server.given.signedIn((await server.given.admin()).username);
  return admin.call(addProvider, { body: toBody(`Provider ${providers}`, { issuer, client }, changes) });
}

function toBody(name: string, { issuer, client }: ProviderServer, changes: ProviderChanges) {
  return { name, base_url: issuer, client_id: client.id, client_secret: client.secret, ...changes };
}

interface ProviderChanges {
  readonly kind?: 'google' | 'microsoft' | 'okta' | 'jumpcloud';
  readonly enabled?: boolean;
  readonly link_by_email?: boolean;
  readonly trust_second_factor?: boolean;
  readonly acr_values?: string[];
  readonly group_claim?: string;
  readonly group_mapping?: { claim: string; group: string }[];
  readonly display_name?: string;
}

/** Claims of an account that no test used before. */
export function newAccount(changes: Record<string, unknown> = {}) {
  accounts += 1;
  const name = `ext${accounts}`;
  const names = { given_name: 'Eva', family_name: 'Extern', preferred_username: name };
  return { sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true, ...names, ...changes };
}

/** A browser at the console of a core. */
export interface ConsoleBrowser extends TestBrowser {
  /** Any call of the API. */
  api(method: string, path: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }>;
  /** Where to sign in at the provider. */
  begin(provider: string): Promise<string>;
  /** Sends the answer of the provider. */
  finish(answer: object): Promise<{ status: number; body: Record<string, unknown> }>;
}

/** A request whose body is JSON. */
export function json(method: string, body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

export function openConsole(url: string): ConsoleBrowser {
  const browser = createTestBrowser();
  const api: ConsoleBrowser['api'] = async (method, path, body) => {
    const response = await browser.send(`${url}/api/v1${path}`, body === undefined ? { method } : json(method, body));
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return {
    ...browser,
    api,
    async begin(provider) {
      const { status, body } = await api('GET', `/openid/auth_info?provider=${encodeURIComponent(provider)}`);
      if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
      return String(body['url']);
    },
    finish: (answer) => api('POST', '/openid/callback', answer),
  };
}

/** Links the user to an account at the provider, as an earlier sign-in did. Returns the id of the link. */
export async function givenExternalIdentity(server: TestServer, userId: number, provider: string): Promise<number> {
  const [row] = await server.database.query(
    `insert into external_identity (user_id, provider_id, issuer, subject, linked_at)
     select $1::int, id, base_url, 'subject ' || $1::int, now() from identity_provider where name = $2 returning id`,
    [userId, provider],
  );
  return Number(row?.['id']);
}
