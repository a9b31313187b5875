import type { RequestListener } from 'node:http';
import type { Provider } from 'oidc-provider';
import { createProvider, type ProviderDependencies } from './openid-provider.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The provider with the keys in use. */
export interface CurrentProvider {
  get(): Promise<Provider>;
  /** Handles a request of the protocol. */
  handler(): Promise<RequestListener>;
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
  // composed from about a hundred functions
  const handlers = new WeakMap<Provider, RequestListener>();

  async function load(): Promise<Provider> {
    await keys.prepare();
    return createProvider(address.url, await keys.load(), dependencies);
  }

  function get(): Promise<Provider> {
    if (current) return current;
    const loading = load();
    current = loading;
    // the next request tries again
    loading.catch(() => {
      if (current === loading) current = undefined;
    });
    return loading;
  }

  return {
    get,
    async handler() {
      const provider = await get();
      const handler = handlers.get(provider) ?? provider.callback();
      handlers.set(provider, handler);
      return handler;
    },
    reload() {
      current = undefined;
    },
  };
}
