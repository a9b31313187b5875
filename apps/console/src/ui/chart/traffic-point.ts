export interface TrafficPoint {
  /** Start of the bucket. */
  at: Date;
  /** Bytes to devices in the bucket; null if unknown, which is a gap. */
  down: number | null;
  /** Bytes from devices. */
  up: number | null;
  /** Length of the bucket; of the current bucket, only the part that has passed. */
  seconds: number;
  /** The bucket has not ended: its rate may still change. */
  isRunning?: boolean;
}
