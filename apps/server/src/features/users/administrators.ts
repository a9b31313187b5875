import { DomainError, type ErrorDetails } from '@gatewarden/contract/errors';
import type { Tx } from '../../platform/database/database.ts';
import { hasActiveAdministrator, lockAdministrators } from './users.queries.ts';

/**
 * Runs a change that may take somebody's administrator rights. Such changes happen one after another, so that two of
 * them cannot each leave the last administrator to the other.
 * @param details tell who the last one is, of a change that is about many; asked after it
 * @throws last_admin when nobody active would be left
 */
export async function keepingAnAdministrator<T>(
  tx: Tx,
  change: () => Promise<T>,
  details?: () => ErrorDetails,
): Promise<T> {
  await lockAdministrators(tx);
  const result = await change();
  if (!(await hasActiveAdministrator(tx))) throw new DomainError('last_admin', details?.());
  return result;
}
