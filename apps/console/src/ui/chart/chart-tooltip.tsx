import { useTranslation } from 'react-i18next';
import { formatInterval } from '../../lib/format/instant.ts';
import { formatBits } from '../../lib/format/quantity.ts';
import { useLocale } from '../../lib/format/use-locale.ts';
import type { ChartEvent } from './chart-event.ts';
import styles from './chart-tooltip.module.css';
import { directions } from './direction.ts';
import { DirectionLabel } from './direction-label.tsx';
import { rateOf } from './rate.ts';
import type { TrafficPoint } from './traffic-point.ts';

interface Props {
  point: TrafficPoint;
  /** Events in the bucket. */
  events: readonly ChartEvent[];
  /** Distance of the point from the left edge of the chart, in pixels. */
  left: number;
  /** The point is in the second half: the tooltip is to the left of it. */
  isLate: boolean;
  /** The line is in the upper half there: the tooltip is in the lower one. */
  isHigh: boolean;
}

/** Width that a tooltip takes, at most, in pixels. */
export const tooltipPixels = 200;

/** Time, values and events of a point, beside it. */
export function ChartTooltip({ point, events, left, isLate, isHigh }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <div className={styles.line} style={{ insetInlineStart: left }}>
      <div className={styles.tooltip} data-side={isLate ? 'before' : 'after'} data-low={isHigh || undefined}>
        <span className={styles.time}>
          {formatInterval(point.at, point.seconds, locale)}
          {point.isRunning && `, ${t('traffic.so_far')}`}
        </span>
        {directions.map((direction) => {
          const rate = rateOf(point, direction);
          return (
            <span key={direction} className={styles.row}>
              <DirectionLabel direction={direction} />
              <b>{rate === null ? t('traffic.unknown') : formatBits(rate, locale)}</b>
            </span>
          );
        })}
        {events.map(({ id, text }) => (
          <span key={id}>{text}</span>
        ))}
      </div>
    </div>
  );
}
