import { searchOf, text } from '../../lib/search.ts';
import { isReturnPath } from './return-path.ts';

/** Reads the search parameters of sign-in. */
export const signInSearch = searchOf({
  /** Page to open afterwards; addresses outside the console are dropped. */
  return_to: (raw) => (typeof raw === 'string' && isReturnPath(raw) ? raw : undefined),
  /** Address of an application behind a reverse proxy; the server decides whether it redirects there. */
  r: text(4096),
});
export type SignInSearch = ReturnType<typeof signInSearch>;

/** Reads them from the query of an address, without the router. */
export function parseSignInSearch(query: string): SignInSearch {
  return signInSearch(Object.fromEntries(new URLSearchParams(query)) as Parameters<typeof signInSearch>[0]);
}
