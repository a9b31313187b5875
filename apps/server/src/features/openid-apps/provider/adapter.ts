import { type Adapter, type AdapterPayload, type ClientMetadata, errors } from 'oidc-provider';
import type { Signer } from '../../../platform/crypto/signer.ts';
import { hashToken } from '../../../platform/crypto/tokens.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Clock } from '../../../ports/clock.ts';
import { createArtifactReferences } from './artifact-reference.ts';
import * as queries from './artifacts.queries.ts';
import { currentSession, pendingExchange, readVersionOf, type SignedInSession } from './request-context.ts';
import { readGrant, readOpenidSession, rememberToken } from './request-reads.ts';
import { readPayload, writePayload } from './stored-payload.ts';
import { findToken } from './tokens.queries.ts';

interface Dependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly signer: Signer;
  /** Undefined for an unknown or disabled application. */
  readonly findClient: (clientId: string) => Promise<ClientMetadata | undefined>;
  /** Ends the Gatewarden session of the request. */
  readonly endSession: (session: SignedInSession) => Promise<void>;
}

/** Authentication context: https://openid.net/specs/openid-connect-core-1_0.html#IDToken, `acr` and `amr`. */
export const acr = { password: 'urn:gatewarden:password', secondFactor: 'urn:gatewarden:mfa' } as const;

/** What the library stores, in PostgreSQL: any replica continues what another one began. */
export function createAdapter(dependencies: Dependencies): (model: string) => Adapter {
  return (model) => {
    if (model === 'Client') return createClientAdapter(dependencies);
    if (model === 'Session') return createSessionAdapter(dependencies, createArtifactAdapter(model, dependencies));
    if (model === 'Grant') return createGrantAdapter(dependencies);
    return createArtifactAdapter(model, dependencies);
  };
}

const unsupported = async () => {
  throw new Error('the library does not store this kind');
};

const empty = { findByUid: async () => undefined, findByUserCode: async () => undefined, revokeByGrantId: unsupported };

function createClientAdapter({ findClient }: Dependencies): Adapter {
  return {
    ...empty,
    upsert: unsupported,
    consume: unsupported,
    destroy: unsupported,
    find: async (id) => (await findClient(id)) as AdapterPayload | undefined,
  };
}

/**
 * The library's session is that of Gatewarden: the same user, and it ends with it. Its id is not a secret; the cookie of
 * Gatewarden decides which one it is. `anonymous` stores what a browser without one needs, such as its logout form.
 */
function createSessionAdapter({ db, clock, endSession }: Dependencies, anonymous: Adapter): Adapter {
  async function find(sessionId: number): Promise<AdapterPayload | undefined> {
    const read = () => queries.findOpenidSession(db, sessionId, clock.now());
    const stored = (await readOpenidSession(sessionId, read)) as AdapterPayload | undefined;
    const session = currentSession();
    if (session?.sessionId === sessionId) return { ...stored, ...describeSession(session), ...lasting() };
    return stored && { ...stored, ...lasting() };
  }
  return {
    ...anonymous,
    find: (id) => {
      const session = currentSession();
      return session ? find(session.sessionId) : anonymous.find(id);
    },
    findByUid: async (uid) => (/^\d{1,10}$/.test(uid) ? find(Number(uid)) : undefined),
    async upsert(id, payload, expiresIn) {
      const session = currentSession();
      if (session) {
        const own = { ...payload, ...describeSession(session) };
        return queries.setOpenidSession(db, session.sessionId, JSON.stringify(own));
      }
      // only a session of Gatewarden says who the user is
      const { accountId: _, authorizations: __, ...rest } = payload;
      return anonymous.upsert(id, rest, expiresIn);
    },
    async destroy(id) {
      const session = currentSession();
      if (session) await endSession(session);
      else await anonymous.destroy(id);
    },
  };
}

/** The session of Gatewarden decides how long it lasts; the library must never consider it expired. */
const lasting = () => ({ exp: Math.floor(Date.now() / 1000) + 86_400 });

function describeSession(session: SignedInSession): AdapterPayload {
  return {
    kind: 'Session',
    jti: String(session.sessionId),
    uid: String(session.sessionId),
    accountId: session.subject,
    loginTs: Math.floor(session.authenticatedAt.getTime() / 1000),
    acr: session.hasSecondFactor ? acr.secondFactor : acr.password,
    amr: session.hasSecondFactor ? ['mfa'] : ['pwd'],
  };
}

function createGrantAdapter({ db, clock }: Dependencies): Adapter {
  return {
    ...empty,
    consume: unsupported,
    find: async (id) =>
      (await readGrant(id, () => queries.findGrant(db, id, clock.now()))) as AdapterPayload | undefined,
    async upsert(id, payload, expiresIn) {
      const { clientId, accountId } = payload;
      if (!clientId || !accountId) throw new Error('a grant without application or account');
      const expiresAt = expiresIn ? after(clock, expiresIn) : undefined;
      const session = currentSession();
      const now = clock.now();
      const stored = { id, clientId, subject: accountId, payload: JSON.stringify(payload), expiresAt, now };
      const isStored = session && (await queries.setGrant(db, { ...stored, sessionId: session.sessionId }));
      if (!isStored) throw new errors.AccessDenied('the sign-in, the consent or the application has ended');
    },
    destroy: (id) => queries.endGrant(db, id, clock.now()),
  };
}

/** Codes and tokens of a user, which end with the grant. */
const kindsWithGrant = new Set(['AccessToken', 'AuthorizationCode', 'DeviceCode', 'RefreshToken']);

function createArtifactAdapter(kind: string, { db, clock, signer }: Dependencies): Adapter {
  const { hashOf, refer } = createArtifactReferences(signer);
  const toPayload = (row: queries.ArtifactRow | undefined, id: string): AdapterPayload | undefined =>
    row && { ...readPayload(row.payload, id), ...(row.consumed_at && { consumed: toEpoch(row.consumed_at) }) };
  return {
    ...empty,
    async find(id) {
      if (!kindsWithGrant.has(kind)) return toPayload(await queries.findArtifact(db, kind, hashOf(id)), id);
      const row = await findToken(db, kind, hashOf(id), clock.now());
      if (row) rememberToken(row);
      return toPayload(row, id);
    },
    findByUserCode: async (userCode) => {
      const row = await queries.findByUserCode(db, hashToken(userCode));
      return row && { ...toPayload(row, refer(row.id_hash)), userCode };
    },
    async upsert(id, payload, expiresIn) {
      const { userCode, ...stored } = payload;
      const exchange = pendingExchange();
      if (exchange?.used && kindsWithGrant.has(kind)) {
        const token = { kind, idHash: hashOf(id), payload: writePayload(stored, id) };
        exchange.tokens.push({ ...token, expiresAt: after(clock, expiresIn) });
        return;
      }
      const artifact: queries.Artifact = {
        kind,
        idHash: hashOf(id),
        clientId: payload.clientId,
        appVersion: payload.clientId === undefined ? undefined : readVersionOf(payload.clientId),
        grantId: payload.grantId,
        payload: writePayload(stored, id),
        userCodeHash: userCode ? hashToken(userCode) : undefined,
        expiresAt: after(clock, expiresIn),
      };
      if (kind === 'ReplayDetection') {
        if (await queries.addOnce(db, artifact)) return;
        throw new errors.InvalidClient('the client assertion was already used');
      }
      const isStored = await queries.setArtifact(db, artifact);
      if (!isStored) throw new errors.InvalidClient('the application has been disabled or changed');
    },
    async consume(id) {
      const exchange = pendingExchange();
      if (exchange && !exchange.used && kindsWithGrant.has(kind)) {
        exchange.used = { kind, idHash: hashOf(id) };
        return;
      }
      if (await queries.consumeArtifact(db, kind, hashOf(id), clock.now())) return;
      // another request used it first: RFC 9700 §4.14.2, the tokens of both end
      const grantId = await queries.findGrantOf(db, kind, hashOf(id));
      if (grantId) await queries.endGrant(db, grantId, clock.now());
      throw new errors.InvalidGrant('already used');
    },
    destroy: (id) => queries.deleteArtifact(db, kind, hashOf(id)),
    revokeByGrantId: (grantId) => queries.endGrant(db, grantId, clock.now()),
  };
}

const toEpoch = (at: Date) => Math.floor(at.getTime() / 1000);
const after = (clock: Clock, seconds = 0) => new Date(clock.now().getTime() + seconds * 1000);
