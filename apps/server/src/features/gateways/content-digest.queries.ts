// Reads location for the public key of the interface.
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/**
 * SHA-256 in hexadecimal of what the location's gateways should have configured, as the agent computes it from its
 * interface (`content-digest.ts` of the agent); docs/gateway.md documents the format. PostgreSQL takes about 100 ms for
 * 20 000 peers; core does no work. Undefined if the location has no state.
 */
export async function digestContent(tx: Tx, locationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ digest: string }>`
    select encode(sha256(convert_to(concat_ws(E'\n',
      'gatewarden content 1',
      'interface ' || l.public_key || ' ' || s.listen_port || ' ' || ${canonical('s.addresses')},
      (select string_agg(line, E'\n' order by public_key collate "C") from (
        select p.public_key,
          'peer ' || p.public_key || ' ' || p.keepalive_seconds || ' ' || coalesce(p.key_digest, '-') || ' '
            || ${canonical('p.allowed_ips')} as line
        from peer p where p.location_id = s.location_id and not p.removed
      ) peers)
    ), 'UTF8')), 'hex') as digest
    from location_state s join location l on l.id = s.location_id
    where s.location_id = ${locationId}`.execute(tx);
  return rows[0]?.digest;
}

/** Each address in hexadecimal with its prefix, sorted. The first four bytes of `inet_send` are a header. */
function canonical(column: 's.addresses' | 'p.allowed_ips') {
  return sql`coalesce((
    select string_agg(text, ',' order by text collate "C") from (
      select substr(encode(inet_send(address::inet), 'hex'), 9) || '/' || masklen(address::inet) as text
      from unnest(${sql.ref(column)}) address
    ) each), '')`;
}
