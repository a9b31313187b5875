import type { ReadStream } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { DomainError } from '@gatewarden/contract/errors';

interface Download {
  /** Of the client. */
  readonly origin: string;
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
 * Limits downloads. If there are too many, an origin with few of them ends one of the origin that has most, so that few origins
 * cannot prevent others from downloading. Otherwise only a stalled download ends for another one: a slow client completes its
 * own, however many there are.
 */
export function createDownloadLimit() {
  const running = new Set<Download>();

  return {
    /** @throws rate_limited if there is no room for another download of the origin */
    makeRoom(origin: string): void {
      const byOrigin = Map.groupBy(running, (download) => download.origin);
      const own = byOrigin.get(origin) ?? [];
      const [most = []] = [...byOrigin.values()].toSorted((one, other) => other.length - one.length);
      if (own.length >= maxDownloadsOfOrigin) endStalled(own);
      else if (running.size >= maxDownloads && most.length > own.length + 1) end(most);
      else if (running.size >= maxDownloads) endStalled([...running]);
    },
    /** Counts the download until its stream is closed. */
    add(origin: string, stream: ReadStream, response: ServerResponse): void {
      const download = { origin, startedAt: performance.now(), stream, response };
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

function ageOf({ startedAt }: Download): number {
  return performance.now() - startedAt;
}

/** Bytes per second. */
function rateOf(download: Download): number {
  // never divided by zero
  return (1_000 * download.stream.bytesRead) / Math.max(1, ageOf(download));
}
