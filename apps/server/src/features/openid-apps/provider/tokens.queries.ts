// Reads session, user, mfa, group and group_member: whether a token is valid depends on them.
import { sql } from 'kysely';
import { compileOnce } from '../../../platform/database/compile-once.ts';
import type { Database } from '../../../platform/database/database.ts';
import { type AccountRow, accountColumns, accountJoins } from './accounts.queries.ts';
import type { ArtifactRow } from './artifacts.queries.ts';

/** A code or token, with what decides whether it is valid. */
export type TokenRow = ArtifactRow & {
  /** Null if the grant has ended. */
  readonly grant_id: string | null;
  readonly grant_payload: unknown;
  readonly session_id: number | null;
  /** Null if the session has ended. */
  readonly session_payload: unknown;
} & (({ readonly client_id: string } & AccountRow) | { readonly client_id: null });

const selectToken = compileOnce((db, kind: string, idHash: Buffer, now: Date) =>
  sql<TokenRow>`
    select t.payload, t.consumed_at, o.id as grant_id, o.payload as grant_payload, o.session_id,
      l.payload as session_payload, a.client_id, ${accountColumns}
    from openid_artifact t
    left join openid_grant o on o.id = t.grant_id and (o.expires_at is null or o.expires_at > ${now})
    left join session s on s.id = o.session_id and s.state = 'complete' and s.expires_at > ${now}
    left join openid_session l on l.session_id = s.id
    left join openid_app a on a.id = o.app_id
    left join "user" u on u.id = o.user_id
    ${accountJoins}
    where t.kind = ${kind} and t.id_hash = ${idHash}`.compile(db),
);

/** One statement instead of four: most requests of applications need exactly this. Also finds expired tokens. */
export async function findToken(db: Database, kind: string, idHash: Buffer, now: Date): Promise<TokenRow | undefined> {
  return (await selectToken(db, kind, idHash, now))[0];
}

export interface NewToken {
  readonly kind: string;
  readonly idHash: Buffer;
  readonly payload: string;
  readonly expiresAt: Date;
}

interface Exchange {
  /** The code or token that is used. */
  readonly kind: string;
  readonly idHash: Buffer;
  readonly tokens: readonly NewToken[];
  readonly now: Date;
}

/**
 * - `exchanged`: it was used, and the tokens are stored.
 * - `ended`: it was used, but its application is disabled or its grant has ended: no token is stored.
 * - `used`: it was used before, or does not exist. Of concurrent calls, one has another result.
 */
export type ExchangeResult = 'exchanged' | 'ended' | 'used';

/** Uses a code or token, and stores the tokens that replace it, at once. */
export async function exchangeToken(db: Database, { kind, idHash, tokens, now }: Exchange): Promise<ExchangeResult> {
  const values = tokens.map(({ payload, expiresAt, ...token }) => ({
    kind: token.kind,
    id_hash: token.idHash.toString('hex'),
    payload,
    expires_at: expiresAt,
  }));
  const [row] = await insertTokens(db, kind, idHash, now, JSON.stringify(values));
  if (!row?.is_used) return 'used';
  return row.stored === tokens.length ? 'exchanged' : 'ended';
}

const insertTokens = compileOnce((db, kind: string, idHash: Buffer, now: Date, tokens: string) =>
  sql<{ is_used: boolean; stored: number }>`
    with used as (
      update openid_artifact set consumed_at = ${now}
      where kind = ${kind} and id_hash = ${idHash} and consumed_at is null returning app_id, grant_id),
    holder as (
      select a.id as app_id, o.id as grant_id from used
      join openid_app a on a.id = used.app_id and a.is_enabled
      join openid_grant o on o.id = used.grant_id and (o.expires_at is null or o.expires_at > ${now})
      for key share of a, o),
    stored as (
      insert into openid_artifact (kind, id_hash, app_id, grant_id, payload, expires_at)
      select n.kind, decode(n.id_hash, 'hex'), holder.app_id, holder.grant_id, n.payload, n.expires_at
      from holder cross join jsonb_to_recordset(${tokens}::jsonb)
        as n(kind text, id_hash text, payload text, expires_at timestamptz)
      returning 1)
    select exists (select from used) as is_used, (select count(*)::int from stored) as stored`.compile(db),
);
