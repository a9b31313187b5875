import type { Provider } from 'oidc-provider';
import { createProvider, type ProviderDependencies } from './openid-provider.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The provider with the keys in use. */
export interface CurrentProvider {
  get(): Promise<Provider>;
  /** After the keys or the address changed. */
  reload(): void;
}

interface Dependencies extends ProviderDependencies {
  readonly keys: Pick<SigningKeys, 'load' | 'prepare'>;
  /** `url` is set once the port is known. */
  readonly address: { readonly url: string };
}

/** The library fixes its keys when it is created; rotation creates another one. */
export function createCurrentProvider(dependencies: Dependencies): CurrentProvider {
  const { keys, address } = dependencies;
  let current: Promise<Provider> | undefined;

  async function load(): Promise<Provider> {
    await keys.prepare();
    return createProvider(address.url, await keys.load(), dependencies);
  }

  return {
    get() {
      if (!current) {
        const loading = load();
        current = loading;
        // the next request tries again
        loading.catch(() => {
          if (current === loading) current = undefined;
        });
      }
      return current;
    },
    reload() {
      current = undefined;
    },
  };
}
