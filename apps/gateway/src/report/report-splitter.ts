import { type Timestamp, timestampFromMs } from '@bufbuild/protobuf/wkt';
import { maxPeersPerReport } from '@gatewarden/contract/gateway-limits';

interface Part<Peer> {
  readonly measuredAt: Timestamp;
  readonly peers: Peer[];
  /** Whether it belongs to the measurement of the part before it. */
  readonly continues: boolean;
}

/**
 * Splits the measurements of a stream into reports that core accepts. Core ignores a report that is not later than the
 * previous one, so the time of each part is a millisecond after that of the previous part.
 */
export function createReportSplitter(): <Peer>(measuredAt: Date, peers: readonly Peer[]) => Part<Peer>[] {
  let last = { measured: Number.NEGATIVE_INFINITY, sent: Number.NEGATIVE_INFINITY };
  return (measuredAt, peers) => {
    const measured = measuredAt.getTime();
    // unless the clock was set back
    const earliest = measured >= last.measured ? Math.max(measured, last.sent + 1) : measured;
    const count = Math.max(1, Math.ceil(peers.length / maxPeersPerReport));
    last = { measured, sent: earliest + count - 1 };
    return Array.from({ length: count }, (_, nth) => ({
      measuredAt: timestampFromMs(earliest + nth),
      peers: peers.slice(nth * maxPeersPerReport, (nth + 1) * maxPeersPerReport),
      continues: nth > 0,
    }));
  };
}
