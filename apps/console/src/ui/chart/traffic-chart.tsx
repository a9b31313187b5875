import 'uplot/dist/uPlot.min.css';
import { Button, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import uPlot from 'uplot';
import { formatInstant } from '../../lib/format/instant.ts';
import { formatBytes } from '../../lib/format/quantity.ts';
import { useLocale } from '../../lib/format/use-locale.ts';
import { chartOptions } from './chart-options.ts';
import styles from './traffic-chart.module.css';
import type { TrafficPoint } from './traffic-point.ts';
import { TrafficTable } from './traffic-table.tsx';

interface Props {
  /** In order of time. */
  points: readonly TrafficPoint[];
  /** Accessible name: "Traffic of Warsaw". */
  label: string;
}

/** Traffic in and out over time, with a crosshair, zoom by dragging, and a table for screen readers. */
export function TrafficChart({ points, label }: Props) {
  const { t } = useTranslation();
  const container = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [hovered, setHovered] = useState<number>();
  const [zoomed, setZoomed] = useState(false);
  const scheme = useComputedColorScheme('light');
  const locale = useLocale();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colors come from the page and change with the scheme
  useEffect(() => {
    const element = container.current;
    if (!element) return;
    const chart = new uPlot(
      chartOptions({ element, locale, onHover: setHovered, onZoom: setZoomed }),
      [[], [], []],
      element,
    );
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
    plot.current?.setData(columnsOf(points), !zoomed);
  }, [points, locale, scheme]);

  const point = hovered === undefined ? undefined : points[hovered];
  const shown = point ?? totals(points);
  return (
    <figure className={styles.figure} aria-label={label}>
      <figcaption className={styles.legend}>
        <span className={styles.entry} data-direction="in">
          {t('traffic.in')} <b>{formatted(shown.in, locale)}</b>
        </span>
        <span className={styles.entry} data-direction="out">
          {t('traffic.out')} <b>{formatted(shown.out, locale)}</b>
        </span>
        {point && <span>{formatInstant(point.at, locale)}</span>}
        {zoomed && (
          <Button
            variant="subtle"
            size="compact-xs"
            onClick={() => {
              plot.current?.setData(columnsOf(points), true);
              setZoomed(false);
            }}
          >
            {t('traffic.reset_zoom')}
          </Button>
        )}
      </figcaption>
      <div ref={container} className={styles.plot} title={t('traffic.zoom_hint')} aria-hidden />
      <TrafficTable points={points} caption={label} />
    </figure>
  );
}

function columnsOf(points: readonly TrafficPoint[]): uPlot.AlignedData {
  return [points.map(({ at }) => at.getTime() / 1000), points.map((point) => point.in), points.map(({ out }) => out)];
}

function totals(points: readonly TrafficPoint[]): Pick<TrafficPoint, 'in' | 'out'> {
  const sum = (direction: 'in' | 'out') => points.reduce((total, point) => total + (point[direction] ?? 0), 0);
  return { in: sum('in'), out: sum('out') };
}

function formatted(bytes: number | null | undefined, language: string): string {
  return bytes === null || bytes === undefined ? '–' : formatBytes(bytes, language);
}
