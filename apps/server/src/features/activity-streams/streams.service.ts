import { isDeepStrictEqual } from 'node:util';
import { type addActivityStream, maxActivityStreams } from '@gatewarden/contract/activity-streams';
import type { DeliveryFailure } from '@gatewarden/contract/delivery';
import type { BodyOf } from '@gatewarden/contract/endpoint';
import { DomainError } from '@gatewarden/contract/errors';
import type { Origin } from '../../platform/actor.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { readCertificates } from '../../platform/tls/read-certificates.ts';
import { findExportedEntry, findLastId } from '../activity-log/index.ts';
import {
  type DestinationRow,
  deleteDestination,
  insertDestination,
  isSameReceiver,
  listDestinations,
  lockDestinationCount,
  requireCallable,
  restartDestination,
  setDestinationEnabled,
  setDestinationPosition,
  toDeliveryError,
  withStates,
} from '../delivery/index.ts';
import type { StreamSender } from './stream-destination.ts';
import { streamPasswordKind } from './stream-secrets.ts';
import type { StreamSnapshot } from './streams.events.ts';
import * as queries from './streams.queries.ts';

type StreamInput = BodyOf<typeof addActivityStream>;

export interface ListedStream {
  readonly stream: queries.StreamRow;
  readonly hasPassword: boolean;
  readonly state: DestinationRow;
}

export interface StreamsService {
  list(): Promise<ListedStream[]>;
  /**
   * Entries are sent from now on.
   * @throws outbound_url_refused, activity_stream_syslog_url_refused, outbound_address_refused,
   *   activity_stream_cert_invalid, activity_stream_limit_reached
   */
  add(origin: Origin, input: StreamInput): Promise<number>;
  /**
   * A stored password is not sent to another collector.
   * @throws activity_stream_not_found, activity_stream_password_needed, and as `add`
   */
  update(origin: Origin, id: number, input: StreamInput): Promise<void>;
  /** @throws activity_stream_not_found */
  setState(origin: Origin, id: number, isEnabled: boolean): Promise<void>;
  /** @throws activity_stream_not_found */
  remove(origin: Origin, id: number): Promise<void>;
  /** @throws activity_stream_not_found */
  replay(origin: Origin, id: number, from: Date): Promise<DestinationRow>;
  /** Sends the latest entry; null: the collector accepted it. @throws activity_stream_not_found */
  test(id: number): Promise<DeliveryFailure | null>;
}

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly secrets: Secrets;
  readonly outbound: Pick<Outbound, 'isListedHost'>;
  readonly sender: StreamSender;
}

export function createStreamsService({ db, events, secrets, outbound, sender }: Dependencies): StreamsService {
  async function requireStream(tx: Tx, id: number): Promise<queries.StreamRow> {
    return (await queries.lockStream(tx, id)) ?? notFound();
  }

  function requireUrl(type: StreamInput['stream_type'], url: string): void {
    const field = 'stream_config.url';
    const isSyslog = type === 'syslog_tls';
    if (isSyslog && new URL(url).protocol !== 'tls:')
      throw new DomainError('activity_stream_syslog_url_refused', { field });
    requireCallable({ url, field, secure: isSyslog ? 'tls:' : 'https:' }, outbound);
  }

  function readFields({ name, stream_type, stream_config }: StreamInput): queries.StreamFields {
    const { url, username, cert } = stream_config;
    requireUrl(stream_type, url);
    const certificates = cert ? readCertificates(cert) : null;
    if (certificates === undefined)
      throw new DomainError('activity_stream_cert_invalid', { field: 'stream_config.cert' });
    return { name, stream_type, url, username: username || null, cert: certificates };
  }

  /** Returns whether the password was replaced. */
  async function storePassword(
    tx: Tx,
    owner: number,
    { username, password }: StreamInput['stream_config'],
  ): Promise<boolean> {
    const name = { kind: streamPasswordKind, owner };
    if (!username) {
      await secrets.delete(tx, name);
      return false;
    }
    if (!password || password === (await secrets.get(tx, name))) return false;
    await secrets.set(tx, name, password);
    return true;
  }

  return {
    async list() {
      const rows = await withStates(db, await queries.listStreams(db));
      const owners = await secrets.listOwners(db, streamPasswordKind);
      return rows.map(({ row: stream, state }) => ({ stream, hasPassword: owners.has(String(stream.id)), state }));
    },
    async add(origin, input) {
      const fields = readFields(input);
      return inTransaction(db, async (tx) => {
        if ((await lockDestinationCount(tx, 'stream')) >= maxActivityStreams)
          throw new DomainError('activity_stream_limit_reached');
        const id = await insertDestination(tx, 'stream', true);
        await queries.insertStream(tx, id, fields);
        await storePassword(tx, id, input.stream_config);
        await events.publish(tx, 'activity-stream.added', origin, { stream: { id, ...fields } });
        return id;
      });
    },
    async update(origin, id, input) {
      const fields = readFields(input);
      await inTransaction(db, async (tx) => {
        const before = await requireStream(tx, id);
        const { username, password } = input.stream_config;
        const wouldSend = username && !password && !isSameReceiver(fields.url, before.url);
        if (wouldSend && (await secrets.listOwners(tx, streamPasswordKind)).has(String(id)))
          throw new DomainError('activity_stream_password_needed', { field: 'stream_config.password' });
        const password_changed = await storePassword(tx, id, input.stream_config);
        const after = { id, ...fields };
        if (!password_changed && isDeepStrictEqual(after, toSnapshot(before))) return;
        await queries.updateStream(tx, id, fields);
        await restartDestination(tx, id);
        const payload = { before: toSnapshot(before), after, password_changed };
        await events.publish(tx, 'activity-stream.modified', origin, payload);
      });
    },
    setState: (origin, id, enabled) =>
      inTransaction(db, async (tx) => {
        const stream = await requireStream(tx, id);
        if (stream.is_enabled === enabled) return;
        await setDestinationEnabled(tx, id, enabled);
        const payload = { stream: toSnapshot(stream), enabled };
        await events.publish(tx, 'activity-stream.state-changed', origin, payload);
      }),
    remove: (origin, id) =>
      inTransaction(db, async (tx) => {
        const stream = await requireStream(tx, id);
        await deleteDestination(tx, id);
        await events.publish(tx, 'activity-stream.removed', origin, { stream: toSnapshot(stream) });
      }),
    replay: (origin, id, from) =>
      inTransaction(db, async (tx) => {
        const stream = await requireStream(tx, id);
        await setDestinationPosition(tx, id, from);
        const payload = { stream: toSnapshot(stream), from: from.toISOString() };
        await events.publish(tx, 'activity-stream.replayed', origin, payload);
        const [state] = await listDestinations(tx, [id]);
        return state ?? notFound();
      }),
    async test(id) {
      const stream = (await queries.findStream(db, id)) ?? notFound();
      const entry = await findExportedEntry(db, await findLastId(db));
      try {
        await sender.send(stream, entry ? [entry] : [], AbortSignal.timeout(testMilliseconds));
        return null;
      } catch (error) {
        const { reason, detail } = toDeliveryError(error);
        return { reason, detail };
      }
    },
  };
}

const testMilliseconds = 30_000;

function notFound(): never {
  throw new DomainError('activity_stream_not_found');
}

export function toSnapshot({ is_enabled: _, ...snapshot }: queries.StreamRow): StreamSnapshot {
  return snapshot;
}
