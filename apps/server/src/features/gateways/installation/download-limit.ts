import type { ReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { DomainError } from '@gatewarden/contract/errors';

interface Client {
  /** The block of its address. */
  readonly origin: string;
  /** The wider network, which one organization may control. */
  readonly network: string;
}

interface Download extends Client {
  readonly startedAt: number;
  readonly stream: ReadStream;
  readonly response: ServerResponse;
}

/** Of all clients together at the same time: a package has 40 MB. */
const maxDownloads = 16;
/** Of one client at the same time: hosts behind one address share it. */
const maxDownloadsOfOrigin = 8;
/** A download that began later is not stalled yet. */
const stallMilliseconds = 10_000;
/** Slower ones are stalled: a package would take a quarter of an hour. */
const minBytesPerSecond = 50_000;

/**
 * Limits downloads. If there are too many, a network with few of them ends one of the network that has most, and within a network
 * an origin one of the origin that has most, so that few clients cannot prevent others from downloading. Otherwise only a stalled
 * download ends for another one: a slow client completes its own, however many there are.
 */
export function createDownloadLimit() {
  const running = new Set<Download>();

  return {
    /** @throws rate_limited if there is no room for another download of the client */
    makeRoom({ origin, network }: Client): void {
      const all = [...running];
      const own = all.filter((download) => download.origin === origin);
      if (own.length >= maxDownloadsOfOrigin) return void endStalled(own);
      if (all.length < maxDownloads) return;
      const neighbours = all.filter((download) => download.network === network);
      const largest = largestBy('network', all);
      const largestNearby = largestBy('origin', neighbours);
      if (largest.length > neighbours.length + 1) end(largestBy('origin', largest));
      else if (largestNearby.length > own.length + 1) end(largestNearby);
      else endStalled(all);
    },
    /** Counts the download until its stream is closed. */
    add(client: Client, stream: ReadStream, response: ServerResponse): void {
      const download = { ...client, startedAt: performance.now(), stream, response };
      running.add(download);
      stream.once('close', () => running.delete(download));
    },
  };

  function endStalled(downloads: readonly Download[]): void {
    const stalled = downloads.filter(
      (download) => ageOf(download) >= stallMilliseconds && rateOf(download) < minBytesPerSecond,
    );
    if (stalled.length === 0) throw new DomainError('rate_limited', { retry_after_seconds: 10 });
    end(stalled);
  }

  /** Ends the slowest. */
  function end(downloads: readonly Download[]): void {
    const [slowest] = downloads.toSorted((one, other) => rateOf(one) - rateOf(other));
    if (!slowest) return;
    running.delete(slowest);
    slowest.response.destroy();
  }
}

/** The downloads of the origin or network that has most of these. */
function largestBy(key: keyof Client, downloads: readonly Download[]): readonly Download[] {
  const groups = [...Map.groupBy(downloads, (download) => download[key]).values()];
  return groups.toSorted((one, other) => other.length - one.length)[0] ?? [];
}

function ageOf({ startedAt }: Download): number {
  return performance.now() - startedAt;
}

/** Bytes per second. */
function rateOf(download: Download): number {
  // never divided by zero
  return (1_000 * download.stream.bytesRead) / Math.max(1, ageOf(download));
}
