export interface TrafficPoint {
  /** Start of the bucket. */
  at: Date;
  /** Bytes in the bucket; null if unknown, which is a gap. */
  in: number | null;
  out: number | null;
}
