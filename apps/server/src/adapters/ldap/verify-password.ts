import { randomBytes } from 'node:crypto';
import { LdapFilter } from '../../platform/ldap/filter.ts';
import { DirectoryFailure } from '../../ports/directory.ts';
import type { LdapSchema, LdapServer } from '../../ports/ldap-directory.ts';
import { externalIdFilter } from './external-id.ts';
import { connectLdap, type LdapTimes } from './ldap-connection.ts';
import { openBound, userFilter } from './ldap-directory.ts';
import { toClientFilter } from './to-client-filter.ts';

interface Credentials {
  /** Undefined for an account that the directory does not manage. */
  readonly externalId: string | undefined;
  readonly password: string;
}

/**
 * Finds the entry with the service account and binds as it on another connection. Without an entry, binds as one that does
 * not exist with a random password, so that both take the same steps.
 */
export async function verifyPassword(
  server: LdapServer,
  schema: LdapSchema,
  { externalId, password }: Credentials,
  times: LdapTimes,
): Promise<boolean> {
  // RFC 4513 §5.1.2: servers answer a bind with an empty password with success
  if (password === '') return false;
  const name = await findName(server, schema, externalId ?? randomId(), times);
  const decoy = String(schema.userBase.child('cn', `none-${randomId()}`));
  const isAccepted = await accepts(server, name ?? decoy, name ? password : randomId(), times);
  return isAccepted && name !== undefined && externalId !== undefined;
}

async function findName(
  server: LdapServer,
  schema: LdapSchema,
  externalId: string,
  times: LdapTimes,
): Promise<string | undefined> {
  const connection = await openBound(server, times);
  try {
    const filter = LdapFilter.and(userFilter(schema), externalIdFilter(externalId, schema.isActiveDirectory));
    const options = { filter: toClientFilter(filter), attributes: ['1.1'], sizeLimit: 2 };
    const entries = await connection.search(String(schema.userBase), options);
    return entries.length === 1 && entries[0]?.dn ? entries[0].dn : undefined;
  } finally {
    await connection.close();
  }
}

/** Failures of the account, not of the directory: unknown, wrong password, expired, locked, or not allowed to sign in. */
const refusals = ['credentials', 'base', 'permission'];

async function accepts(server: LdapServer, name: string, password: string, times: LdapTimes): Promise<boolean> {
  const connection = await connectLdap(server, times);
  try {
    await connection.bind(name, password);
    return true;
  } catch (error) {
    if (error instanceof DirectoryFailure && refusals.includes(error.reason)) return false;
    // RFC 4511 §4.1.9: unwillingToPerform, such as an account that must change its password
    if (error instanceof DirectoryFailure && /code (?:19|53)$/.test(error.message)) return false;
    throw error;
  } finally {
    await connection.close();
  }
}

function randomId(): string {
  return randomBytes(16).toString('hex');
}
