import { parseAddress } from '@gatewarden/net/address';
import { parseEndpoint } from '@gatewarden/net/endpoint';
import type { RuleHits } from './rule-hits.queries.ts';

/** A traffic report as gateways send it; the protocol documents the fields. */
export interface TrafficReport {
  readonly measuredAt?: { readonly seconds: bigint; readonly nanos: number } | undefined;
  readonly peers: readonly PeerTraffic[];
  readonly ruleHits: readonly { readonly ruleId: bigint; readonly packets: bigint; readonly bytes: bigint }[];
}

interface PeerTraffic {
  readonly publicKey: Uint8Array;
  readonly receivedBytes: bigint;
  readonly sentBytes: bigint;
  readonly latestHandshake: bigint;
  readonly endpoint: string;
}

/** What a gateway reports about one peer. */
export interface Sample {
  /** Cumulative. */
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** On core's clock, never in the future; undefined if there was none. */
  readonly handshakeAt: Date | undefined;
  /** `address:port`; undefined if unknown. */
  readonly endpoint: string | undefined;
}

export interface Measurement {
  /** By the gateway's clock. */
  readonly measuredAt: Date;
  /** By public key in base64; if a key occurs twice, the last sample. */
  readonly samples: ReadonlyMap<string, Sample>;
  /** One per rule. */
  readonly ruleHits: readonly RuleHits[];
}

/** Clocks that differ by less count as equal: the difference is the transmission time of the report. */
const clockToleranceMilliseconds = 60_000;

/**
 * Reads a report that arrived at `now`. Handshakes of a gateway whose clock is wrong are converted to core's clock, so
 * that their age is correct.
 */
export function readReport({ measuredAt, peers, ruleHits }: TrafficReport, now: Date): Measurement {
  const measured = measuredAt ? Number(measuredAt.seconds) * 1000 + Math.trunc(measuredAt.nanos / 1e6) : now.getTime();
  const isPlausible = Number.isSafeInteger(measured) && measured > 0 && measured < latestInstant;
  const measuredMilliseconds = isPlausible ? measured : now.getTime();
  const skew = now.getTime() - measuredMilliseconds;
  const correction = Math.abs(skew) < clockToleranceMilliseconds ? 0 : Math.round(skew / 1000) * 1000;
  const samples = new Map<string, Sample>();
  for (const peer of peers) {
    samples.set(Buffer.from(peer.publicKey).toString('base64'), {
      receivedBytes: toCounter(peer.receivedBytes),
      sentBytes: toCounter(peer.sentBytes),
      handshakeAt: toInstant(peer.latestHandshake, correction, now),
      // parsed lazily: parsing is expensive, and the report may contain many keys that are not peers of the location
      get endpoint() {
        return isEndpoint(peer.endpoint) ? peer.endpoint : undefined;
      },
    });
  }
  return { measuredAt: new Date(measuredMilliseconds), samples, ruleHits: readRuleHits(ruleHits) };
}

/** Ids that no rule has, and entries without a packet, are left out. */
function readRuleHits(ruleHits: TrafficReport['ruleHits']): RuleHits[] {
  const byRule = new Map<number, RuleHits>();
  for (const { ruleId, packets, bytes } of ruleHits) {
    if (ruleId === 0n || ruleId > maxId || packets === 0n) continue;
    const id = Number(ruleId);
    byRule.set(id, { ruleId: id, packets: toCounter(packets), bytes: toCounter(bytes) });
  }
  return [...byRule.values()];
}

/** Upper bound of a PostgreSQL `integer`. */
const maxId = 2_147_483_647n;

/** The year 9999: the limit of databases and wire formats. */
const latestInstant = Date.UTC(9999, 0);

/** An endpoint is the source of packets, so never a host name. */
function isEndpoint(text: string): boolean {
  const host = parseEndpoint(text)?.host;
  return host !== undefined && parseAddress(host) !== undefined;
}

function toCounter(bytes: bigint): number {
  return Math.min(Number(bytes), Number.MAX_SAFE_INTEGER);
}

function toInstant(unixSeconds: bigint, correction: number, now: Date): Date | undefined {
  if (unixSeconds === 0n) return undefined;
  return new Date(Math.max(0, Math.min(Number(unixSeconds) * 1000 + correction, now.getTime())));
}
