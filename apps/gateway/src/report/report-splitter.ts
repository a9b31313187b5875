import { type Timestamp, timestampFromMs } from '@bufbuild/protobuf/wkt';
import { maxEntriesPerReport } from '@gatewarden/contract/gateway-limits';

interface Part<Peer, Hits> {
  readonly measuredAt: Timestamp;
  readonly peers: Peer[];
  readonly ruleHits: Hits[];
  /** Whether it belongs to the measurement of the part before it. */
  readonly continues: boolean;
}

/**
 * Splits the measurements of a stream into reports that core accepts. Core ignores a report that is not later than the
 * previous one, so the time of each part is a millisecond after that of the previous part.
 */
export function createReportSplitter(): <Peer, Hits>(
  measuredAt: Date,
  peers: readonly Peer[],
  ruleHits: readonly Hits[],
) => Part<Peer, Hits>[] {
  let last = { measured: Number.NEGATIVE_INFINITY, sent: Number.NEGATIVE_INFINITY };
  return (measuredAt, peers, ruleHits) => {
    const measured = measuredAt.getTime();
    // unless the clock was set back
    const earliest = measured >= last.measured ? Math.max(measured, last.sent + 1) : measured;
    const withPeers = chunksOf(peers).map((chunk) => ({ peers: chunk, ruleHits: [] }));
    const parts = [...withPeers, ...chunksOf(ruleHits).map((chunk) => ({ peers: [], ruleHits: chunk }))];
    last = { measured, sent: earliest + Math.max(0, parts.length - 1) };
    return parts.map((part, nth) => ({ ...part, measuredAt: timestampFromMs(earliest + nth), continues: nth > 0 }));
  };
}

/** Of at most as many entries as core accepts in a report. */
function chunksOf<Entry>(entries: readonly Entry[]): Entry[][] {
  const count = Math.ceil(entries.length / maxEntriesPerReport);
  return Array.from({ length: count }, (_, nth) =>
    entries.slice(nth * maxEntriesPerReport, (nth + 1) * maxEntriesPerReport),
  );
}
