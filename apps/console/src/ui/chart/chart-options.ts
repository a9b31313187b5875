import type uPlot from 'uplot';
import { clockOf } from '../../lib/format/instant.ts';
import { formatBytes } from '../../lib/format/quantity.ts';
import type { Role } from '../theme/tokens.ts';
import { isolatedPoints } from './isolated-points.ts';

interface Options {
  /** Container of the chart: it fills this and takes its colors from it. */
  element: HTMLElement;
  locale: string;
  /** Index of the point under the pointer; undefined without one. */
  onHover: (index: number | undefined) => void;
  onZoom: (zoomed: boolean) => void;
}

const axisPixels = 64;
const dayLabelPixels = 96;
/** One line of labels below the plot. */
const timeAxisPixels = 32;
const linePixels = 1.5;
const pointPixels = 4;
const fillOpacity = '22';

/** Two filled lines from zero, dots for isolated values, a grid in the background, and a crosshair. */
export function chartOptions({ element, locale, onHover, onZoom }: Options): uPlot.Options {
  const style = getComputedStyle(element);
  const color = (role: Role) => style.getPropertyValue(`--gw-${role}`).trim();
  const font = `12px ${style.fontFamily}`;
  const axis = {
    stroke: color('text-dim'),
    font,
    grid: { stroke: color('border'), width: 1 },
    ticks: { show: false },
  } satisfies uPlot.Axis;
  const series = (role: Role): uPlot.Series => ({
    stroke: color(role),
    fill: color(role) + fillOpacity,
    width: linePixels,
    spanGaps: false,
    points: {
      show: true,
      size: pointPixels,
      fill: color(role),
      filter: (plot, index) => isolatedPoints(plot.data[index] ?? []),
    },
  });
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    legend: { show: false },
    cursor: { drag: { x: true, y: false }, points: { size: 6 }, y: false },
    scales: { y: { range: (_plot, _min, max) => [0, Math.max(max ?? 0, 1) * 1.05] } },
    axes: [
      {
        ...axis,
        space: (_plot, _axis, from, to) => (spansDays(from, to) ? dayLabelPixels : axisPixels),
        size: timeAxisPixels,
        values: (_plot, splits) => timeLabels(splits, locale),
      },
      { ...axis, size: axisPixels, values: (_plot, splits) => splits.map((bytes) => formatBytes(bytes, locale)) },
    ],
    series: [{}, series('traffic-in'), series('traffic-out')],
    hooks: {
      setCursor: [(plot) => onHover(plot.cursor.idx ?? undefined)],
      setSelect: [() => onZoom(true)],
    },
  };
}

const daySeconds = 86_400;

function spansDays(from: number, to: number): boolean {
  return to - from > daySeconds;
}

/** Hours and minutes; days as well where the labels span more than one. */
function timeLabels(seconds: readonly number[], locale: string): string[] {
  const instants = seconds.map((second) => new Date(second * 1000));
  const [first, last] = [seconds[0], seconds.at(-1)];
  const format = new Intl.DateTimeFormat(locale, {
    ...clockOf(locale),
    ...(first !== undefined && last !== undefined && spansDays(first, last) && { month: 'numeric', day: 'numeric' }),
  });
  return instants.map((instant) => format.format(instant));
}
