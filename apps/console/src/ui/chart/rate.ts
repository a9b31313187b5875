import type { Direction } from './direction.ts';
import type { TrafficPoint } from './traffic-point.ts';

const bitsPerByte = 8;

/** Average throughput in bit/s over the bucket; null if unknown. */
export function rateOf(point: TrafficPoint, direction: Direction): number | null {
  const bytes = point[direction];
  return bytes === null ? null : (bytes * bitsPerByte) / point.seconds;
}

export interface Peak {
  /** In the list of points. */
  index: number;
  direction: Direction;
  bitsPerSecond: number;
}

/** The highest rate of any complete bucket in one direction; undefined without traffic. */
export function peakOf(points: readonly TrafficPoint[]): Peak | undefined {
  let peak: Peak | undefined;
  for (const [index, point] of points.entries()) {
    if (point.isRunning) continue;
    for (const direction of ['down', 'up'] as const) {
      const bitsPerSecond = rateOf(point, direction) ?? 0;
      if (bitsPerSecond > (peak?.bitsPerSecond ?? 0)) peak = { index, direction, bitsPerSecond };
    }
  }
  return peak;
}
