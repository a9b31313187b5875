import type { Sample } from './read-report.ts';

/** The latest sample of a device at one gateway of a location, as stored. */
export interface LatestSample {
  readonly deviceId: number;
  readonly gatewayId: string;
  /** Cumulative, as last reported. */
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly handshakeAt: Date;
  readonly endpoint: string | null;
  /** First handshake after the latest gap of more than eight minutes. */
  readonly connectedSince: Date;
  /** Whether the device was published as connected. */
  readonly connected: boolean;
  /** Whether the device is known to be no longer a peer of the location. */
  readonly removed: boolean;
  /** Start of the latest minute with traffic; below, the traffic in it. */
  readonly minute: Date;
  readonly minuteUpload: number;
  readonly minuteDownload: number;
}

/** Traffic of a device within the minute that starts at `minute`. */
export interface MinuteTraffic {
  readonly deviceId: number;
  readonly minute: Date;
  readonly upload: number;
  readonly download: number;
}

export interface CountedSample {
  /** To be stored. */
  readonly latest: LatestSample;
  /** Bytes since the previous sample. */
  readonly upload: number;
  readonly download: number;
  /** The previous minute if its traffic is now complete. */
  readonly finished: MinuteTraffic | undefined;
  /** Whether the device was not connected before and is now. */
  readonly connects: boolean;
}

export interface SampleContext {
  readonly deviceId: number;
  readonly gatewayId: string;
  readonly now: Date;
  /** Age from which a handshake no longer counts as a connection. */
  readonly disconnectSeconds: number;
}

/**
 * Interface reference §5: handshakes further apart belong to two connections; a device with an older one is not active.
 */
export const activeMilliseconds = 8 * 60_000;

/**
 * Computes what a sample adds to `stored`, the latest samples of the device at each gateway of the location. A counter
 * that decreased was reset, so its whole value is new. The first sample of a device at a gateway is only a baseline and
 * counts nothing. Undefined if there is nothing to store: nothing changed, or the device never had a handshake.
 */
export function countSample(
  sample: Sample,
  stored: readonly LatestSample[],
  context: SampleContext,
): CountedSample | undefined {
  const own = stored.find((latest) => latest.gatewayId === context.gatewayId);
  const handshakeAt = later(own?.handshakeAt, sample.handshakeAt);
  if (!handshakeAt) return undefined;
  const traffic = own ? increase(own, sample) : { upload: 0, download: 0 };
  const endpoint = sample.endpoint ?? own?.endpoint ?? null;
  const isYoung = context.now.getTime() - handshakeAt.getTime() < context.disconnectSeconds * 1000;
  const isConnected = endpoint !== null && isYoung;
  const latest: LatestSample = {
    deviceId: context.deviceId,
    gatewayId: context.gatewayId,
    receivedBytes: sample.receivedBytes,
    sentBytes: sample.sentBytes,
    handshakeAt,
    endpoint,
    connectedSince: connectedSince(handshakeAt, stored),
    connected: isConnected || (own?.connected ?? false),
    removed: false,
    ...currentMinute(own, traffic, context.now),
  };
  if (own && isSame(own, latest)) return undefined;
  return {
    latest,
    ...traffic,
    finished: own && latest.minute.getTime() !== own.minute.getTime() ? finishedMinute(own) : undefined,
    connects: isConnected && !stored.some((other) => other.connected),
  };
}

function increase(own: LatestSample, sample: Sample): { upload: number; download: number } {
  const isReset = sample.sentBytes < own.sentBytes || sample.receivedBytes < own.receivedBytes;
  return {
    upload: sample.sentBytes - (isReset ? 0 : own.sentBytes),
    download: sample.receivedBytes - (isReset ? 0 : own.receivedBytes),
  };
}

function connectedSince(handshakeAt: Date, stored: readonly LatestSample[]): Date {
  let newest: LatestSample | undefined;
  for (const latest of stored) if (!newest || latest.handshakeAt > newest.handshakeAt) newest = latest;
  const isGap = !newest || handshakeAt.getTime() - newest.handshakeAt.getTime() > activeMilliseconds;
  return !newest || isGap ? handshakeAt : newest.connectedSince;
}

function currentMinute(own: LatestSample | undefined, traffic: { upload: number; download: number }, now: Date) {
  const isIdle = traffic.upload === 0 && traffic.download === 0;
  if (own && isIdle) {
    return { minute: own.minute, minuteUpload: own.minuteUpload, minuteDownload: own.minuteDownload };
  }
  const minute = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  const goesOn = own?.minute.getTime() === minute.getTime();
  return {
    minute,
    minuteUpload: traffic.upload + (goesOn ? own.minuteUpload : 0),
    minuteDownload: traffic.download + (goesOn ? own.minuteDownload : 0),
  };
}

function finishedMinute({ deviceId, minute, minuteUpload, minuteDownload }: LatestSample): MinuteTraffic | undefined {
  if (minuteUpload === 0 && minuteDownload === 0) return undefined;
  return { deviceId, minute, upload: minuteUpload, download: minuteDownload };
}

function isSame(own: LatestSample, next: LatestSample): boolean {
  return (
    own.receivedBytes === next.receivedBytes &&
    own.sentBytes === next.sentBytes &&
    own.handshakeAt.getTime() === next.handshakeAt.getTime() &&
    own.endpoint === next.endpoint &&
    own.connected === next.connected &&
    own.removed === next.removed
  );
}

function later(one: Date | undefined, other: Date | undefined): Date | undefined {
  if (!one || !other) return one ?? other;
  return one > other ? one : other;
}
