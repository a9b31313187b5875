import { parseAddress } from '@gatewarden/net/address';
import { parseEndpoint } from '@gatewarden/net/endpoint';

/** A traffic report as gateways send it; what each field means is in the protocol. */
export interface TrafficReport {
  readonly measuredAt?: { readonly seconds: bigint; readonly nanos: number } | undefined;
  readonly peers: readonly PeerTraffic[];
}

interface PeerTraffic {
  readonly publicKey: Uint8Array;
  readonly receivedBytes: bigint;
  readonly sentBytes: bigint;
  readonly latestHandshake: bigint;
  readonly endpoint: string;
}

/** What a gateway says of one peer. */
export interface Sample {
  /** Cumulative. */
  readonly receivedBytes: number;
  readonly sentBytes: number;
  /** On core's clock, never in the future; undefined when there was none. */
  readonly handshakeAt: Date | undefined;
  /** `address:port`; undefined when unknown. */
  readonly endpoint: string | undefined;
}

export interface Measurement {
  /** By the gateway's clock. */
  readonly measuredAt: Date;
  /** By public key in base64; of a key that is there twice the last. */
  readonly samples: ReadonlyMap<string, Sample>;
}

/** Clocks that differ by less are taken to agree: the difference is the time that the report travelled. */
const clockToleranceMilliseconds = 60_000;

/**
 * Reads a report that arrived at `now`. Handshakes of a gateway whose clock is wrong are moved to core's clock, so that
 * they are as old as they are.
 */
export function readReport({ measuredAt, peers }: TrafficReport, now: Date): Measurement {
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
      // only of peers that the location has: the others may be many, and parsing is what costs most
      get endpoint() {
        return isEndpoint(peer.endpoint) ? peer.endpoint : undefined;
      },
    });
  }
  return { measuredAt: new Date(measuredMilliseconds), samples };
}

/** The year 9999: databases and wire formats end there. */
const latestInstant = Date.UTC(9999, 0);

/** Peers are where packets come from, which is never a host name. */
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
