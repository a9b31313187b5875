import { findCredentials, findPasswordHash } from './credentials.queries.ts';
import { setFirstLanguage, setLanguage } from './user-changes.queries.ts';

/** What sign-in reads and writes of an account. */
export const credentials = { find: findCredentials, findPasswordHash, setLanguage, setFirstLanguage } as const;
