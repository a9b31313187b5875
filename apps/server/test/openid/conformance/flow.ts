import type * as client from 'openid-client';
import { expect } from 'vitest';
import type { Person } from '../../given/given.ts';
import type { TestServer } from '../../harness.ts';
import { createTestBrowser, type TestBrowser } from '../../test-browser.ts';
import type { LogoutReceiver } from '../logout-receiver.ts';
import { type Authorization, givenRelyingParty, type RelyingParty, redirectUri } from '../relying-party.ts';

export const afterLogout = 'https://app.example.com/bye';
export const allScopes = 'openid profile email phone groups';

/** Of a module: fails if the provider does not meet it. */
export type Condition = (flow: Flow) => Promise<void>;

/** A user who is signed in, an application without questions of consent, and a browser of the user. */
export interface Flow {
  readonly server: TestServer;
  /** Without a trailing slash. */
  readonly url: string;
  readonly app: RelyingParty;
  readonly una: Person;
  readonly browser: TestBrowser;
  /** The address of an authorization request with these parameters; those that are undefined are left out. */
  request(parameters?: Parameters): Promise<Authorization>;
  /** Sends it with the browser; undefined as the code if the answer has none. */
  authorize(parameters?: Parameters, browser?: TestBrowser): Promise<Authorized>;
  /** As an application does, with all checks of a well-known library. */
  signIn(parameters?: Parameters, browser?: TestBrowser): Promise<Tokens>;
  /** Posts to the token endpoint, with the secret of the application. */
  redeem(form: Record<string, string>): Promise<{ status: number; body: Record<string, string> }>;
  userinfo(tokens: Tokens, init?: RequestInit): Promise<{ status: number; body: Record<string, unknown> }>;
  discovery(): Promise<Record<string, unknown>>;
  /** As if the user had signed in this long ago. */
  ageSession(seconds: number): Promise<void>;
  openBrowser(cookie?: string): TestBrowser;
  /** Where the application receives logout tokens. */
  readonly receiver: LogoutReceiver;
}

export type Parameters = Readonly<Record<string, string | undefined>>;
export type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

export interface Authorized extends Authorization {
  readonly code: string | undefined;
  readonly error: string | undefined;
  readonly location: URL | undefined;
  /** Of a page, if there is no redirect. */
  readonly status: number;
  readonly text: string;
}

/** The application of all flows of an instance. */
export async function givenConformingApp(server: TestServer, receiver: LogoutReceiver): Promise<RelyingParty> {
  return givenRelyingParty(await server.given.admin(), `${publicUrl(server)}/`, {
    ...{ post_logout_redirect_uri: [afterLogout], backchannel_logout_uri: receiver.url, requires_pkce: true },
  });
}

const publicUrl = ({ url }: TestServer) => url.replace('127.0.0.1', 'localhost');

export async function givenFlow(server: TestServer, app: RelyingParty, receiver: LogoutReceiver): Promise<Flow> {
  const url = publicUrl(server);
  const una = await server.given.user();
  await server.query(`update "user" set phone = '+48 555 123' where id = ${una.id}`);
  const openBrowser = (cookie?: string) => createTestBrowser({ origins: [url], cookie });
  const browser = openBrowser(una.cookie);
  const { token_endpoint: tokenEndpoint = '', userinfo_endpoint: userinfoEndpoint = '' } = app.config.serverMetadata();

  async function request(parameters: Parameters = {}): Promise<Authorization> {
    const begun = await app.begin();
    const address = new URL(begun.url);
    for (const [name, value] of Object.entries(parameters)) {
      if (value === undefined) address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    }
    return { ...begun, url: address.href };
  }

  async function authorize(parameters: Parameters = {}, by = browser): Promise<Authorized> {
    const begun = await request(parameters);
    const { location, status, text } = await by.open(begun.url);
    const value = (name: string) => location?.searchParams.get(name) ?? undefined;
    return { ...begun, location, status, text, code: value('code'), error: value('error') };
  }

  return {
    ...{ server, url, app, una, browser, openBrowser, request, authorize, receiver },
    async signIn(parameters, by) {
      const { location, finish } = await authorize(parameters, by);
      return finish(location);
    },
    async redeem(form) {
      const authorization = `Basic ${Buffer.from(`${app.clientId}:${app.secret}`).toString('base64')}`;
      const body = new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: redirectUri, ...form });
      const answer = await fetch(tokenEndpoint, { method: 'POST', headers: { authorization }, body });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    },
    async userinfo(tokens, init = { headers: { authorization: `Bearer ${tokens.access_token}` } }) {
      const answer = await fetch(userinfoEndpoint, init);
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    },
    async discovery() {
      return (await (await fetch(`${url}/.well-known/openid-configuration`)).json()) as Record<string, unknown>;
    },
    async ageSession(seconds) {
      await server.query(`update session set created_at = now() - interval '${seconds} seconds',
        proved_at = now() - interval '${seconds} seconds' where user_id = ${una.id}`);
    },
  };
}

/** Neither a code nor a redirect: a page that says what the owner of the application has to fix. */
export function expectErrorPage({ status, location, text }: Pick<Authorized, 'status' | 'location' | 'text'>): void {
  expect([status, location]).toEqual([400, undefined]);
  expect(text).toContain('For the owner of the application');
}
