import type { Provider } from '@gatewarden/contract/identity-providers';
import { removeNetwork } from './given/network.ts';
import { givenProvider, localProviders } from './given/openid.ts';
import { testWith } from './harness.ts';
import { type HostileProvider, startHostileProvider } from './openid-provider/hostile-provider.ts';

interface Fixtures {
  /** Of one test, on an instance without devices, locations and other providers. */
  idp: HostileProvider;
  /** `idp`, added as "Company". */
  provider: Provider;
}

/** As `test`, with an OpenID provider that the test can make hostile. */
export const providerTest = testWith(localProviders).extend<Fixtures>({
  idp: async ({ server }, use) => {
    await removeNetwork(server);
    await server.given.admin();
    // an instance has a maximum number of providers
    await server.database.query('delete from identity_provider');
    await using idp = await startHostileProvider();
    await use(idp);
  },
  provider: async ({ server, idp }, use) => use(await givenProvider(server, idp, { display_name: 'Company' })),
});
