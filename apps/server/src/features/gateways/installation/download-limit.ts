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
/** A download that began later is not ended for another one. */
const minAgeMilliseconds = 10_000;

/**
 * Limits downloads. While there are too many, another one ends the slowest, so that connections that take nothing do not keep
 * others from downloading.
 */
export function createDownloadLimit() {
  const running = new Set<Download>();

  return {
    /** @throws rate_limited if there are too many, and the slowest began only now */
    require(origin: string): void {
      const own = [...running].filter((download) => download.origin === origin);
      if (own.length >= maxDownloadsOfOrigin) endSlowest(own);
      else if (running.size >= maxDownloads) endSlowest([...running]);
    },
    /** Counts the download until its stream is closed. */
    add(origin: string, stream: ReadStream, response: ServerResponse): void {
      const download = { origin, startedAt: performance.now(), stream, response };
      running.add(download);
      stream.once('close', () => running.delete(download));
    },
  };

  function endSlowest(downloads: readonly Download[]): void {
    const old = downloads.filter(({ startedAt }) => performance.now() - startedAt >= minAgeMilliseconds);
    const [slowest] = old.toSorted((one, other) => rateOf(one) - rateOf(other));
    if (!slowest) throw new DomainError('rate_limited', { retry_after_seconds: 10 });
    running.delete(slowest);
    slowest.response.destroy();
  }
}

/** Bytes per millisecond. */
function rateOf({ stream, startedAt }: Download): number {
  return stream.bytesRead / (performance.now() - startedAt);
}
