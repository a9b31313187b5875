import { DomainError } from '@gatewarden/contract/errors';
import type { LicenceClaims } from '@gatewarden/contract/licence';
import { maskedLicense } from '@gatewarden/contract/licence.settings';
import type { LicensedFeature } from '@gatewarden/contract/licensed-features';
import { bySystem, type Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { SecretName } from '../../platform/secrets/secret-value.ts';
import { type Secrets, UnreadableSecretError } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { toLicenceSnapshot } from './licence.events.ts';
import * as queries from './licence.queries.ts';
import { type Evaluation, evaluateLicence, lastValidMoment, type StoredLicence } from './licence-state.ts';
import type { Issuer } from './read-issuers.ts';
import { stripKey, type VerifiedKey, verifyKey } from './verify-key.ts';

/** What is known about the license at a time. */
export interface CurrentLicence extends Evaluation {
  readonly stored: StoredLicence;
  /** Whether the clock is behind the latest time that the instance has seen. */
  readonly isClockSetBack: boolean;
}

/** The result of looking at a key without storing it. */
export interface Inspection {
  /** Null: it would be accepted. Otherwise an error code. */
  readonly reason: string | null;
  /** Null if the key cannot be trusted. */
  readonly claims: LicenceClaims | null;
  readonly issuer: string | null;
}

export interface LicenceService {
  /** Reads the database at most every few minutes, and after changes of what counts. */
  current(reader?: Database | Tx): Promise<CurrentLicence>;
  isEnabled(feature: LicensedFeature, reader?: Database | Tx): Promise<boolean>;
  /** @throws enterprise_required */
  requireFeature(feature: LicensedFeature, reader?: Database | Tx): Promise<void>;
  inspect(key: string): Promise<Inspection>;
  /**
   * Stores the key that a request contains; the empty text removes the stored one. Null, undefined and the text that
   * stands for the stored key change nothing. Returns whether something changed.
   * @throws license_not_needed, license_expired, license_clock_set_back, and what `verifyKey` throws
   */
  change(tx: Tx, origin: Origin, sent: string | null | undefined): Promise<boolean>;
  /** Reads everything again, remembers the time and publishes a change of the state. Safe to repeat. */
  check(): Promise<void>;
  /** Takes the clock as correct although the instance has seen a later time. Returns that time. */
  acceptClock(origin: Origin): Promise<Date | null>;
  /** The stored key, if it is valid apart from its end. */
  findKey(reader?: Database | Tx): Promise<(VerifiedKey & { readonly text: string }) | undefined>;
  /** Replaces the key in a transaction that has locked the row of the license. */
  store(tx: Tx, text: string): Promise<void>;
  /** Has the next call read the database. */
  invalidate(): void;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly issuers: readonly Issuer[];
}

interface Facts extends Pick<Parameters<typeof evaluateLicence>[0], 'stored' | 'counts'> {
  readonly latestAt: Date | null;
}

const secretName: SecretName = { kind: 'license', owner: 'instance' };
/** In case a notification of a change was lost. */
const maxAgeMilliseconds = 5 * 60_000;
/** Clocks of several cores differ by less. */
const clockToleranceMilliseconds = 5 * 60_000;

export function createLicenceService({ db, events, secrets, clock, issuers }: Dependencies): LicenceService {
  const isNeeded = issuers.length > 0;
  let changes = 0;
  let cached: { readonly facts: Facts; readonly at: number } | undefined;

  async function findText(reader: Database | Tx): Promise<string | undefined> {
    return secrets.get(reader, secretName);
  }

  async function readStored(reader: Database | Tx): Promise<StoredLicence> {
    try {
      const text = await findText(reader);
      if (text === undefined) return { kind: 'none' };
      const { claims, issuer } = await verifyKey(text, issuers);
      return { kind: 'valid', claims, issuer: issuer.name };
    } catch (error) {
      if (error instanceof UnreadableSecretError) return { kind: 'invalid', reason: 'license_undecodable' };
      if (error instanceof DomainError && error.code.startsWith('license_'))
        return { kind: 'invalid', reason: error.code };
      throw error;
    }
  }

  async function readFacts(reader: Database | Tx): Promise<Facts> {
    const stored = await readStored(reader);
    const counts = await queries.countAll(reader);
    const { latest_at } = await queries.getRow(reader);
    return { stored, counts, latestAt: latest_at };
  }

  function evaluate(facts: Facts): CurrentLicence {
    const { now, isSetBack } = timeAfter(facts.latestAt, clock.now());
    return { ...evaluateLicence({ ...facts, isNeeded, now }), stored: facts.stored, isClockSetBack: isSetBack };
  }

  async function current(reader: Database | Tx = db): Promise<CurrentLicence> {
    if (!isNeeded) {
      const counts = { users: 0, devices: 0, locations: 0, network_devices: 0 };
      return evaluate({ stored: { kind: 'none' }, counts, latestAt: null });
    }
    const at = clock.elapsedMilliseconds();
    if (cached && at - cached.at < maxAgeMilliseconds) return evaluate(cached.facts);
    const before = changes;
    const facts = await readFacts(reader);
    // not what a transaction sees, which may not commit, nor what changed while it was read
    if (reader === db && before === changes) cached = { facts, at };
    return evaluate(facts);
  }

  const isEnabled: LicenceService['isEnabled'] = async (feature, reader) =>
    (await current(reader)).enabledFeatures.includes(feature);

  /** @throws license_expired, license_clock_set_back */
  function requireValid({ claims }: VerifiedKey, latestAt: Date | null): void {
    const end = lastValidMoment(claims);
    const clockNow = clock.now();
    if (end === null || timeAfter(latestAt, clockNow).now <= end) return;
    throw new DomainError(clockNow <= end ? 'license_clock_set_back' : 'license_expired', {
      field: 'license',
      valid_until: claims.valid_until ?? '',
    });
  }

  async function store(tx: Tx, text: string): Promise<void> {
    await secrets.set(tx, secretName, stripKey(text));
  }

  /** Undefined if it cannot be decrypted, so that it can be replaced. */
  async function findReadableText(tx: Tx): Promise<string | undefined> {
    return findText(tx).catch((error: unknown) => {
      if (error instanceof UnreadableSecretError) return undefined;
      throw error;
    });
  }

  async function remove(tx: Tx, origin: Origin): Promise<boolean> {
    if ((await readStored(tx)).kind === 'none') return false;
    await secrets.delete(tx, secretName);
    await queries.setRow(tx, { renewal_attempted_at: null, renewal_error: null });
    await events.publish(tx, 'license.removed', origin, {});
    return true;
  }

  async function change(tx: Tx, origin: Origin, sent: string | null | undefined): Promise<boolean> {
    const text = sent === undefined || sent === null ? undefined : stripKey(sent);
    if (text === undefined || text === maskedLicense) return false;
    const { latest_at } = await queries.lockRow(tx);
    if (text === '') return remove(tx, origin);
    if (!isNeeded) throw new DomainError('license_not_needed', { field: 'license' });
    const key = await verifyKey(text, issuers);
    requireValid(key, latest_at);
    if ((await findReadableText(tx)) === text) return false;
    await store(tx, text);
    await queries.setRow(tx, { renewal_attempted_at: null, renewal_error: null });
    const license = toLicenceSnapshot(key.claims, key.issuer.name);
    await events.publish(tx, 'license.stored', origin, { license });
    return true;
  }

  return {
    current,
    isEnabled,
    store,
    change,
    invalidate() {
      changes += 1;
      cached = undefined;
    },
    async requireFeature(feature, reader) {
      if (!(await isEnabled(feature, reader))) throw new DomainError('enterprise_required', { feature });
    },
    async inspect(sent) {
      try {
        const key = await verifyKey(sent, issuers);
        const { claims, issuer } = key;
        const { latest_at } = await queries.getRow(db);
        return { reason: reasonOf(() => requireValid(key, latest_at)), claims, issuer: issuer.name };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        return { reason: isNeeded ? error.code : 'license_not_needed', claims: null, issuer: null };
      }
    },
    async findKey(reader = db) {
      const text = await findText(reader);
      return text === undefined ? undefined : { ...(await verifyKey(text, issuers)), text };
    },
    async check() {
      const isKnown = [null, 'not_needed'].includes((await queries.getRow(db)).state);
      if (!isNeeded && isKnown) return;
      await inTransaction(db, async (tx) => {
        const row = await queries.lockRow(tx);
        const now = clock.now();
        const facts = isNeeded ? await readFacts(tx) : undefined;
        const { state, enabledFeatures } = facts ? evaluate(facts) : await current();
        const isLater = row.latest_at === null || now > row.latest_at;
        const areFeaturesEnabled = enabledFeatures.length > 0;
        await queries.setRow(tx, {
          ...(isLater && { latest_at: now }),
          state,
          are_features_enabled: areFeaturesEnabled,
        });
        const before = (row.state ?? state) as typeof state;
        if (before === state && (row.are_features_enabled ?? areFeaturesEnabled) === areFeaturesEnabled) return;
        await events.publish(tx, 'license.state-changed', bySystem, { before, after: state, areFeaturesEnabled });
      });
    },
    acceptClock: (origin) =>
      inTransaction(db, async (tx) => {
        const { latest_at } = await queries.lockRow(tx);
        const now = clock.now();
        await queries.setRow(tx, { latest_at: now });
        const before = latest_at?.toISOString() ?? null;
        await events.publish(tx, 'license.clock-accepted', origin, { before, after: now.toISOString() });
        return latest_at;
      }),
  };
}

/** The time by which a license is judged: a clock that was set back does not prolong it. */
function timeAfter(latestAt: Date | null, now: Date): { readonly now: Date; readonly isSetBack: boolean } {
  const isBehind = latestAt !== null && now < latestAt;
  return {
    now: isBehind ? latestAt : now,
    isSetBack: isBehind && latestAt.getTime() - now.getTime() > clockToleranceMilliseconds,
  };
}

function reasonOf(work: () => void): string | null {
  try {
    work();
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
}
