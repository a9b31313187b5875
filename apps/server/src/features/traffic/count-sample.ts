import type { Sample } from './read-report.ts';

/** What is kept of a device at one gateway of a location. */
export interface LatestSample {
  readonly deviceId: number;
  readonly gatewayId: string;
  /** Cumulative, as last reported. */
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly handshakeAt: Date;
  readonly endpoint: string | null;
  /** First handshake after the latest gap. */
  readonly connectedSince: Date;
  /** Whether the device has been announced as connected. */
  readonly connected: boolean;
  /** Whether it was found to be no longer a peer of the location. */
  readonly removed: boolean;
  /** Start of the latest minute with traffic, and that traffic. */
  readonly minute: Date;
  readonly minuteUpload: number;
  readonly minuteDownload: number;
}

/** Traffic of a device within a minute, of which `minute` is the start. */
export interface MinuteTraffic {
  readonly deviceId: number;
  readonly minute: Date;
  readonly upload: number;
  readonly download: number;
}

export interface CountedSample {
  /** What is to be kept from now on. */
  readonly latest: LatestSample;
  /** Bytes since the sample before. */
  readonly upload: number;
  readonly download: number;
  /** A former minute whose traffic is complete. */
  readonly finished: MinuteTraffic | undefined;
  /** Whether this connects a device that was not. */
  readonly connects: boolean;
}

export interface SampleContext {
  readonly deviceId: number;
  readonly gatewayId: string;
  readonly now: Date;
  /** A handshake as old as this no longer counts as a connection. */
  readonly disconnectSeconds: number;
}

/** Interface reference §5: handshakes further apart belong to two connections, and what is older is not active now. */
export const activeMilliseconds = 8 * 60_000;

/**
 * What a sample adds to `held`, which is what the gateways of the location last said of the device. A counter that fell
 * began anew, so all it shows is new; the first sample of a device at a gateway shows what was there before and counts
 * nothing. Undefined when there is nothing to keep: nothing new, or a device that never shook hands.
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
  const isAnew = sample.sentBytes < own.sentBytes || sample.receivedBytes < own.receivedBytes;
  return {
    upload: sample.sentBytes - (isAnew ? 0 : own.sentBytes),
    download: sample.receivedBytes - (isAnew ? 0 : own.receivedBytes),
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
