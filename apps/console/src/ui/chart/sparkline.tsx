import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/format/quantity.ts';
import { type Direction, directions } from './direction.ts';
import { rateOf } from './rate.ts';
import styles from './sparkline.module.css';
import { sparklinePath } from './sparkline-path.ts';
import type { TrafficPoint } from './traffic-point.ts';

interface Props {
  /** In order of time. */
  points: readonly TrafficPoint[];
  /** Rate in bit/s at the top: that of all sparklines of a list, so that they can be compared. */
  peak?: number | undefined;
  /** One text line high, for tables. */
  inRow?: boolean;
}

/**
 * Throughput as two small lines on a common baseline, without axes, with the totals as accessible name. Fills the width
 * of its container.
 */
export function Sparkline({ points, peak = sparklinePeak(points), inRow = false }: Props) {
  const { t, i18n } = useTranslation();
  const complete = points.filter(({ isRunning }) => !isRunning);
  const total = (direction: Direction) =>
    formatBytes(
      points.reduce((sum, point) => sum + (point[direction] ?? 0), 0),
      i18n.language,
    );
  const name = directions.map((direction) => `${t(`traffic.${direction}`)} ${total(direction)}`).join(', ');
  return (
    <svg
      className={styles.line}
      data-row={inRow}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={name}
    >
      <path className={styles.baseline} d="M0 100H100" />
      {directions.toReversed().map((direction) => (
        <path
          key={direction}
          className={styles[direction]}
          d={sparklinePath(
            complete.map((point) => rateOf(point, direction)),
            Math.max(peak, 1),
          )}
        />
      ))}
    </svg>
  );
}

/** Highest rate of any complete point in either direction, in bit/s. */
export function sparklinePeak(points: readonly TrafficPoint[]): number {
  const rates = points.filter(({ isRunning }) => !isRunning);
  return Math.max(0, ...rates.flatMap((point) => directions.map((direction) => rateOf(point, direction) ?? 0)));
}
