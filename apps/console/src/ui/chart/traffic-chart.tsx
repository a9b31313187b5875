import 'uplot/dist/uPlot.min.css';
import { Button, useComputedColorScheme } from '@mantine/core';
import { IconZoomReset } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import { formatInterval } from '../../lib/format/instant.ts';
import { formatBits, formatBytes } from '../../lib/format/quantity.ts';
import { useLocale } from '../../lib/format/use-locale.ts';
import type { ChartEvent } from './chart-event.ts';
import { chartOptions } from './chart-options.ts';
import { ChartTooltip, tooltipPixels } from './chart-tooltip.tsx';
import { directions } from './direction.ts';
import { DirectionLabel } from './direction-label.tsx';
import { EventMarks } from './event-marks.tsx';
import { peakOf, rateOf } from './rate.ts';
import styles from './traffic-chart.module.css';
import type { TrafficPoint } from './traffic-point.ts';
import { TrafficTable } from './traffic-table.tsx';

/** Range of time; `until` is exclusive. */
export interface TimeRange {
  from: Date;
  until: Date;
}

interface Props {
  /** In order of time. */
  points: readonly TrafficPoint[];
  /** Accessible name: "Traffic of Warsaw". */
  label: string;
  /** In order of time. */
  events?: readonly ChartEvent[];
  /** Called with the range that was zoomed to, in whole buckets; undefined: all of it. */
  onZoom?: (range: TimeRange | undefined) => void;
  /** The part to show, if the page holds it; null: all of it. Absent: the chart holds it. */
  zoom?: TimeRange | null | undefined;
  /** Label of the highest rate. Absent: "Peak". */
  peakLabel?: string;
}

const noEvents: readonly ChartEvent[] = [];

/**
 * Throughput over time with a crosshair, zoom by dragging, events, and a table for screen readers. With the focus on
 * it, arrow keys move the crosshair.
 */
export function TrafficChart({ points, label, events = noEvents, onZoom, zoom: givenZoom, peakLabel }: Props) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const shown = useRef(points);
  shown.current = points;
  const reportZoom = useRef(onZoom);
  reportZoom.current = onZoom;
  const [hovered, setHovered] = useState<number>();
  const [ownZoom, setOwnZoom] = useState<TimeRange>();
  const zoom = givenZoom === undefined ? ownZoom : (givenZoom ?? undefined);
  const [from, until] = [zoom?.from.getTime(), zoom?.until.getTime()];
  // overlays are placed by the scale of the plot, which changes with each of its drawings
  const [, setDrawing] = useState(0);
  const scheme = useComputedColorScheme('light');
  const locale = useLocale();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors come from the page and change with the scheme
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const options = chartOptions({
      element,
      locale,
      onHover: setHovered,
      onZoom: (from, until) => {
        const range = bucketsBetween(shown.current, from, until);
        setOwnZoom(range);
        reportZoom.current?.(range);
      },
      peak: () => peakOf(shown.current),
    });
    const chart = new uPlot(options, [[], [], [], [], []], element);
    chart.hooks['draw']?.push(() => queueMicrotask(() => setDrawing((count) => count + 1)));
    plot.current = chart;
    const observer = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      chart.destroy();
    };
  }, [locale, scheme]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a chart that is recreated for a locale or scheme needs its data
  useEffect(() => {
    plot.current?.setData(columnsOf(points), false);
    showRange(plot.current, points, from, until);
  }, [points, locale, scheme, from, until]);

  function resetZoom(): void {
    setOwnZoom(undefined);
    onZoom?.(undefined);
  }

  /** Distance from the left edge of the container. */
  function leftOf(at: Date): number | undefined {
    const chart = plot.current;
    const { min, max } = chart?.scales['x'] ?? {};
    const second = at.getTime() / 1000;
    if (!chart || min === undefined || max === undefined || second < min || second > max) return undefined;
    return chart.valToPos(second, 'x') + chart.bbox.left / devicePixelRatio;
  }

  /** Whether a tooltip at the upper edge would cover the line beside the crosshair. */
  function isHighBeside(left: number, isLate: boolean): boolean {
    const [from, until] = isLate ? [left - tooltipPixels, left] : [left, left + tooltipPixels];
    const most = plot.current?.scales['y']?.max ?? 0;
    return points.some((each) => {
      const at = leftOf(each.at);
      return at !== undefined && at >= from && at <= until && (rateOf(each, 'down') ?? 0) > most / 2;
    });
  }

  function moveCrosshair(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -points.length, End: points.length }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = Math.min(Math.max((hovered ?? points.length) + step, 0), points.length - 1);
    const at = points[index]?.at;
    const chart = plot.current;
    if (!at || !chart) return;
    chart.setCursor({ left: chart.valToPos(at.getTime() / 1000, 'x'), top: 0 });
    setHovered(index);
  }

  /** "14:32, Download 3 Mbit/s, Upload unknown" */
  function spoken(at: TrafficPoint | undefined): string {
    if (!at) return '';
    const values = directions.map((direction) => {
      const rate = rateOf(at, direction);
      return `${t(`traffic.${direction}`)} ${rate === null ? t('traffic.unknown') : formatBits(rate, locale)}`;
    });
    return [formatInterval(at.at, at.seconds, locale), ...values].join(', ');
  }

  const point = hovered === undefined ? undefined : points[hovered];
  const left = point && leftOf(point.at);
  const isLate = left !== undefined && left > (container.current?.clientWidth ?? 0) / 2;
  // without a zoom, the page shows them beside the chart
  const visible = useMemo(() => inRange(points, zoom), [points, zoom]);
  const peak = peakOf(visible);
  return (
    <figure className={styles.figure} aria-label={label}>
      <figcaption className={styles.legend}>
        {directions.map((direction) => (
          <DirectionLabel key={direction} direction={direction}>
            {zoom && <b>{formatBytes(totalOf(visible, direction), locale)}</b>}
          </DirectionLabel>
        ))}
        {zoom && peak && (
          <span className={styles.peak}>
            {peakLabel ?? t('traffic.peak')} <b>{formatBits(peak.bitsPerSecond, locale)}</b>
          </span>
        )}
        {zoom && (
          <Button
            className={styles.reset}
            variant="default"
            size="compact-xs"
            leftSection={<IconZoomReset size="0.875rem" />}
            onClick={resetZoom}
          >
            {t('traffic.reset_zoom')}
          </Button>
        )}
      </figcaption>
      <div
        className={styles.plot}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={points.length}
        aria-valuenow={(hovered ?? points.length - 1) + 1}
        aria-valuetext={spoken(points[hovered ?? points.length - 1])}
        onKeyDown={moveCrosshair}
        onBlur={() => setHovered(undefined)}
      >
        <div ref={container} className={styles.canvas} />
        <div aria-hidden>
          <EventMarks events={events} leftOf={leftOf} />
          {point && left !== undefined && (
            <ChartTooltip
              point={point}
              events={events.filter(({ at }) => isWithin(at, point))}
              left={left}
              isLate={isLate}
              isHigh={isHighBeside(left, isLate)}
            />
          )}
        </div>
      </div>
      <TrafficTable points={points} events={events} caption={label} />
    </figure>
  );
}

/** Upload is negative: it is drawn below the axis. The running bucket has columns of its own, with the point before. */
function columnsOf(points: readonly TrafficPoint[]): uPlot.AlignedData {
  const last = points.length - 1;
  const hasRunning = points[last]?.isRunning ?? false;
  const column = (direction: 'down' | 'up', isRunning: boolean) =>
    points.map((point, index) => {
      const isShown = isRunning ? hasRunning && index >= last - 1 : !point.isRunning;
      const rate = isShown ? rateOf(point, direction) : null;
      return rate !== null && direction === 'up' ? -rate : rate;
    });
  return [
    points.map(({ at }) => at.getTime() / 1000),
    column('down', false),
    column('up', false),
    column('down', true),
    column('up', true),
  ];
}

/** Times in milliseconds; without them, all points. The scale ends at the last point of the range, which is where lines end. */
function showRange(chart: uPlot | undefined, points: readonly TrafficPoint[], from?: number, until?: number): void {
  const shown = points.filter(
    ({ at }) => at.getTime() >= (from ?? 0) && at.getTime() < (until ?? Number.POSITIVE_INFINITY),
  );
  const [first, last] = [shown[0], shown.at(-1)];
  if (!chart || !first || !last) return;
  const min = first.at.getTime() / 1000;
  // a single point is in the middle
  const [before, after] = shown.length === 1 ? [first.seconds, first.seconds] : [0, 0];
  chart.setScale('x', { min: min - before, max: last.at.getTime() / 1000 + after });
}

function bucketsBetween(points: readonly TrafficPoint[], from: number, until: number): TimeRange | undefined {
  const within = points.filter(({ at }) => at.getTime() >= from * 1000 && at.getTime() <= until * 1000);
  const [first, last] = [within[0], within.at(-1)];
  return first && last && { from: first.at, until: new Date(last.at.getTime() + last.seconds * 1000) };
}

function inRange(points: readonly TrafficPoint[], range: TimeRange | undefined): readonly TrafficPoint[] {
  return range ? points.filter(({ at }) => at >= range.from && at < range.until) : points;
}

function isWithin(at: Date, { at: start, seconds }: TrafficPoint): boolean {
  return at >= start && at.getTime() < start.getTime() + seconds * 1000;
}

function totalOf(points: readonly TrafficPoint[], direction: 'down' | 'up'): number {
  return points.reduce((total, point) => total + (point[direction] ?? 0), 0);
}
