export interface TrafficPoint {
  /** Start of the bucket. */
  at: Date;
  /** Bytes in the bucket; null where nothing is known, which stays a gap. */
  in: number | null;
  out: number | null;
}
