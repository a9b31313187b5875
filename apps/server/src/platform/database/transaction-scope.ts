import { AsyncLocalStorage } from 'node:async_hooks';

interface Scope {
  isOpen: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();

/** Runs the work of a transaction, which is open until it ends. */
export async function runInScope<T>(work: () => Promise<T>): Promise<T> {
  const scope = { isOpen: true };
  try {
    return await scopes.run(scope, work);
  } finally {
    scope.isOpen = false;
  }
}

/**
 * Whether the current work, or work that started it, has a transaction open. If it takes another connection, as many of them at
 * a time as there are connections wait for each other until the pool gives up.
 */
export function isTransactionOpen(): boolean {
  return scopes.getStore()?.isOpen ?? false;
}
