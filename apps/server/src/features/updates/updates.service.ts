import type { Update, UpdateCheck } from '@gatewarden/contract/updates';
import { type UpdateProblem, updateProblems } from '@gatewarden/contract/updates.names';
import { bySystem } from '../../platform/actor.ts';
import type { Config } from '../../platform/config/config.ts';
import { type Database, inTransaction } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import { toNaive } from '../../platform/http/naive-timestamp.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Clock } from '../../ports/clock.ts';
import { compareVersions } from './compare-versions.ts';
import { FeedError, requireCurrent, type VerifiedFeed, verifyFeed } from './feed.ts';
import { fetchFeed } from './fetch-feed.ts';
import type { ReleaseKey } from './release-keys.ts';
import * as queries from './updates.queries.ts';

/** A release that is newer than this core. */
export interface KnownUpdate {
  readonly update: Update;
  /** When this instance learned about it. */
  readonly foundAt: Date | null;
}

export interface UpdatesService {
  /** Undefined if none is known, or the check is off. */
  find(): Promise<KnownUpdate | undefined>;
  /** Has the next run of the job read the feed, whenever the last attempt was. */
  requestCheck(): Promise<void>;
  /** Reads the feed if the last attempt was six hours ago, or one hour if it failed. */
  checkIfDue(): Promise<void>;
  /** Reads the feed and stores what came of it; does nothing if the check is off. Safe to repeat. */
  check(): Promise<void>;
  describeCheck(): Promise<UpdateCheck>;
  /** The problem of the last check, with the time since when checks fail; undefined if there was none, or the check is off. */
  findProblem(): Promise<{ readonly problem: UpdateProblem; readonly since: Date | null } | undefined>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Pick<Events, 'publish'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly outbound: Pick<Outbound, 'request' | 'isListedHost'>;
  readonly config: Pick<Config, 'updatesUrl'>;
  readonly keys: readonly ReleaseKey[];
  /** Of this core. */
  readonly version: string;
}

const hourMilliseconds = 3_600_000;
/** Domain rules §24. */
const intervalMilliseconds = 6 * hourMilliseconds;
/** Runs are not exactly an hour apart. */
const slackMilliseconds = 5 * 60_000;

export function createUpdatesService(dependencies: Dependencies): UpdatesService {
  const { db, events, clock, log, outbound, keys, version } = dependencies;
  const { updatesUrl: url } = dependencies.config;
  let verified: { readonly text: string; readonly feed: VerifiedFeed | undefined } | undefined;

  /** The stored feed; undefined if the key that signed it is no longer trusted. */
  async function readStored({ statement: text }: queries.FeedRow): Promise<VerifiedFeed | undefined> {
    if (text === null) return undefined;
    if (verified?.text === text) return verified.feed;
    const feed = await verifyFeed(text, keys).catch((error: unknown) => {
      if (error instanceof FeedError) return undefined;
      throw error;
    });
    verified = { text, feed };
    return feed;
  }

  /** Also false for what is not a semantic version. */
  function isNewer(release: Update): boolean {
    return (compareVersions(release.version, version) ?? 0) > 0;
  }

  async function store(statement: string, feed: VerifiedFeed): Promise<void> {
    const { release, issuedAt, key } = feed;
    const hasRecovered = await inTransaction(db, async (tx) => {
      const row = await queries.lockRow(tx);
      const newest = keys.some(({ id }) => id === row.key_id) ? row.issued_at : null;
      if (newest !== null && issuedAt < newest)
        throw new FeedError('rolled_back', `${issuedAt.toISOString()} < ${newest.toISOString()}`);
      const now = clock.now();
      const isFound = isNewer(release) && row.found_version !== release.version;
      await queries.setRow(tx, {
        ...{ statement, issued_at: issuedAt, key_id: key.id, checked_at: now, attempted_at: now },
        ...{ problem: null, detail: null, failing_since: null },
        ...(isFound && { found_version: release.version, found_at: now }),
      });
      if (row.problem !== null) await events.publish(tx, 'update.check-recovered', bySystem, {});
      const { version: found, critical } = release;
      if (isFound) await events.publish(tx, 'update.found', bySystem, { version: found, critical });
      return row.problem !== null;
    });
    if (hasRecovered) log.info('the release feed can be read again');
  }

  async function recordFailure({ problem, detail }: FeedError): Promise<void> {
    const isNew = await inTransaction(db, async (tx) => {
      const row = await queries.lockRow(tx);
      const now = clock.now();
      const failing_since = row.failing_since ?? now;
      await queries.setRow(tx, { attempted_at: now, problem, detail, failing_since });
      if (row.problem === problem) return false;
      await events.publish(tx, 'update.check-failed', bySystem, { problem, detail });
      return true;
    });
    if (isNew) log.warn({ problem, detail }, 'the release feed is not used; core checks it again every hour');
  }

  async function check(): Promise<void> {
    if (url === undefined) return;
    try {
      // nothing is fetched that could not be verified
      if (keys.length === 0) throw new FeedError('no_keys');
      const text = (await fetchFeed(outbound, url)).trim();
      const feed = await verifyFeed(text, keys);
      requireCurrent(feed, clock.now());
      await store(text, feed);
    } catch (error) {
      if (!(error instanceof FeedError)) throw error;
      await recordFailure(error);
    }
  }

  return {
    check,
    async requestCheck() {
      if (url !== undefined) await inTransaction(db, (tx) => queries.setRow(tx, { attempted_at: null }));
    },
    async checkIfDue() {
      if (url === undefined) return;
      const { attempted_at, problem } = await queries.getRow(db);
      const interval = problem === null ? intervalMilliseconds : hourMilliseconds;
      const age = attempted_at === null ? interval : clock.now().getTime() - attempted_at.getTime();
      if (age >= interval - slackMilliseconds) await check();
    },
    async find() {
      if (url === undefined) return undefined;
      const row = await queries.getRow(db);
      const release = (await readStored(row))?.release;
      if (!release || !isNewer(release)) return undefined;
      return { update: release, foundAt: row.found_version === release.version ? row.found_at : row.checked_at };
    },
    async findProblem() {
      if (url === undefined) return undefined;
      const { problem, failing_since: since } = await queries.getRow(db);
      const known = problemOf(problem);
      return known && { problem: known, since };
    },
    async describeCheck() {
      if (url === undefined)
        return { enabled: false, host: null, checked_at: null, problem: null, detail: null, failing_since: null };
      const row = await queries.getRow(db);
      return {
        enabled: true,
        host: new URL(url).host,
        checked_at: row.checked_at && toNaive(row.checked_at),
        problem: problemOf(row.problem) ?? null,
        detail: row.detail,
        failing_since: row.failing_since && toNaive(row.failing_since),
      };
    },
  };
}

/** Undefined if there is none, or another version stored one that this version does not know. */
function problemOf(stored: string | null): UpdateProblem | undefined {
  return updateProblems.find((each) => each === stored);
}
