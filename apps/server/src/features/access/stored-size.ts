import { DomainError } from '@gatewarden/contract/errors';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Of all lists of addresses and ports together. What compares, explains and compiles rules takes time in proportion. */
const maxCharacters = 2_000_000;

/**
 * Called after a change of rules or aliases. A pending change counts in place of what it replaces, a deletion does not
 * count. Changes are counted one after another.
 * @throws access_rules_too_large
 */
export async function requireStoredSize(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('gatewarden.access-size'))`.execute(tx);
  const { rows } = await sql<{ characters: number }>`
    select coalesce(sum(octet_length(destination) + octet_length(ports)), 0)::int as characters
    from (
      select destination, ports from access_rule r
      where state <> 'deleted'
        and not exists (select from access_rule c where c.parent_id = r.id and c.state = 'modified')
      union all
      select destination, ports from access_alias a
      where not exists (select from access_alias c where c.parent_id = a.id)) lists`.execute(tx);
  if ((rows[0]?.characters ?? 0) > maxCharacters) {
    throw new DomainError('access_rules_too_large', { limit: maxCharacters });
  }
}
