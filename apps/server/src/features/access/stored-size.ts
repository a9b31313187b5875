import { DomainError } from '@gatewarden/contract/errors';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Of all lists of addresses and ports together. What compares, explains and compiles rules takes time in proportion. */
const maxCharacters = 2_000_000;

/** Called after a change of a rule or an alias. @throws access_rules_too_large */
export async function requireStoredSize(tx: Tx): Promise<void> {
  const { rows } = await sql<{ characters: number }>`
    select coalesce(sum(octet_length(destination) + octet_length(ports)), 0)::int as characters
    from (select destination, ports from access_rule union all select destination, ports from access_alias) lists`.execute(
    tx,
  );
  if ((rows[0]?.characters ?? 0) > maxCharacters) {
    throw new DomainError('access_rules_too_large', { limit: maxCharacters });
  }
}
