import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../lib/format/quantity.ts';
import styles from './sparkline.module.css';
import { sparklinePath } from './sparkline-path.ts';
import type { TrafficPoint } from './traffic-point.ts';

interface Props {
  /** In order of time. */
  points: readonly TrafficPoint[];
  /** One text line high, for tables. */
  inRow?: boolean;
}

/** Traffic as two small lines without axes, with the totals as accessible name. Fills the width of its container. */
export function Sparkline({ points, inRow = false }: Props) {
  const { t, i18n } = useTranslation();
  const peak = Math.max(1, ...points.map((point) => Math.max(point.in ?? 0, point.out ?? 0)));
  const total = (direction: 'in' | 'out') =>
    formatBytes(
      points.reduce((sum, point) => sum + (point[direction] ?? 0), 0),
      i18n.language,
    );
  const name = `${t('traffic.in')} ${total('in')}, ${t('traffic.out')} ${total('out')}`;
  return (
    <svg
      className={styles.line}
      data-row={inRow}
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={name}
    >
      {(['in', 'out'] as const).map((direction) => (
        <path
          key={direction}
          className={styles[direction]}
          d={sparklinePath(
            points.map((point) => point[direction]),
            peak,
          )}
        />
      ))}
    </svg>
  );
}
