import * as contract from '@gatewarden/contract/identity-providers';
import type { Router } from '../../platform/http/router.ts';
import { type AnswerSignIn, readBrowserToken, type SessionCookie } from '../auth/index.ts';
import { preferredLanguage } from '../mail/index.ts';
import type { SettingsService } from '../settings/index.ts';
import type { BrowserSecret } from './browser-secret.ts';
import type { ExternalSignIn } from './external-sign-in.ts';
import { presentIdentity, presentListedProvider, presentProvider } from './identity-providers.present.ts';
import type { LinkedIdentities } from './linked-identities.ts';
import type { ProviderRow } from './providers.queries.ts';
import type { ProvidersService } from './providers.service.ts';
import type { StartFlow } from './start-flow.ts';
import type { TestProvider } from './test-provider.ts';

interface Dependencies {
  readonly providers: ProvidersService;
  readonly identities: LinkedIdentities;
  readonly listEnabled: () => Promise<Pick<ProviderRow, 'name' | 'display_name' | 'kind'>[]>;
  readonly signIn: ExternalSignIn;
  readonly startFlow: StartFlow;
  readonly testProvider: TestProvider;
  readonly redirectUris: () => string[];
  readonly settings: Pick<SettingsService, 'get'>;
  readonly browser: BrowserSecret;
  readonly sessionCookie: SessionCookie;
  readonly answerSignIn: AnswerSignIn;
}

export function addIdentityProviderRoutes(router: Router, dependencies: Dependencies): void {
  addSignInRoutes(router, dependencies);
  addLinkRoutes(router, dependencies);
  addProviderRoutes(router, dependencies);
}

function addSignInRoutes(router: Router, dependencies: Dependencies): void {
  const { providers, signIn, startFlow, browser, sessionCookie, answerSignIn, listEnabled } = dependencies;
  router.add(contract.listSignInProviders, listEnabled);
  router.add(contract.getAuthInfo, async ({ query, cookies }) => {
    const provider = await providers.getEnabled(query.provider);
    return startFlow(provider, { purpose: 'sign-in', providerId: provider.id, userId: 0 }, browser.ensure(cookies));
  });
  router.add(contract.finishOpenidSignIn, async ({ origin, body, cookies, acceptLanguage }) => {
    const outcome = await signIn(origin, {
      code: body.code,
      state: body.state,
      iss: body.iss ?? undefined,
      browser: browser.read(cookies),
      formerToken: sessionCookie.readTokens(cookies.header)[0],
      browserToken: readBrowserToken(cookies),
      language: preferredLanguage(acceptLanguage),
    });
    return answerSignIn(cookies, outcome);
  });
}

function addLinkRoutes(router: Router, { providers, identities, startFlow, browser }: Dependencies): void {
  router.add(contract.startLink, async ({ actor, body, cookies }) => {
    const provider = await providers.getEnabled(body.provider);
    const flow = { purpose: 'link', providerId: provider.id, userId: actor.userId } as const;
    return startFlow(provider, flow, browser.ensure(cookies));
  });
  router.add(contract.finishLink, async ({ actor, origin, body: { code, state, iss }, cookies }) => {
    const answer = { code, state, iss: iss ?? undefined, browser: browser.read(cookies) };
    return presentIdentity(await identities.link(actor, origin, answer));
  });
  router.add(contract.listExternalIdentities, async ({ params }) =>
    (await identities.listOf(params.username)).map(presentIdentity),
  );
  router.add(contract.unlinkExternalIdentity, async ({ actor, origin, params, query }) => {
    await identities.unlink(actor, origin, { ...params, mayBeLast: query.last_credential === 'remove' });
    return {};
  });
}

function addProviderRoutes(router: Router, { providers, settings, testProvider, redirectUris }: Dependencies): void {
  router.add(contract.getProvider, async () => {
    const [first] = await providers.list();
    const { openid_create_account, openid_username_handling } = await settings.get();
    return {
      provider: first ? presentProvider(first) : null,
      settings: { create_account: openid_create_account, username_handling: openid_username_handling },
    };
  });
  router.add(contract.saveProvider, async ({ actor, origin, body }) =>
    presentProvider(await providers.saveFirst(actor, origin, body)),
  );
  router.add(contract.listProviders, async () => {
    const counts = await providers.countLinkedUsers();
    const rows = await providers.list();
    return {
      providers: rows.map((row) => presentListedProvider(row, counts)),
      redirect_uris: redirectUris(),
    };
  });
  router.add(contract.addProvider, async ({ actor, origin, body }) =>
    presentProvider(await providers.add(actor, origin, body)),
  );
  router.add(contract.getProviderByName, async ({ params }) => presentProvider(await providers.get(params.name)));
  router.add(contract.updateProvider, async ({ actor, origin, params, body }) =>
    presentProvider(await providers.update(actor, origin, params.name, body)),
  );
  router.add(contract.deleteProvider, async ({ origin, params }) => {
    await providers.remove(origin, params.name);
    return {};
  });
  router.add(contract.testProvider, ({ body }) => testProvider(body.base_url));
}
