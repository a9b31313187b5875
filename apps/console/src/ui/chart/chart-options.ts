import type uPlot from 'uplot';
import { formatBits } from '../../lib/format/quantity.ts';
import type { Role } from '../theme/tokens.ts';
import type { Direction } from './direction.ts';
import { isolatedPoints } from './isolated-points.ts';
import type { Peak } from './rate.ts';
import { spansDays, timeLabels } from './time-labels.ts';

interface Options {
  /** Container of the chart: it fills this and takes its colors from it. */
  element: HTMLElement;
  locale: string;
  /** Index of the point under the pointer; undefined without one. */
  onHover: (index: number | undefined) => void;
  /** Range that was dragged, in seconds. */
  onZoom: (from: number, until: number) => void;
  /** Point to mark. */
  peak: () => Peak | undefined;
}

const axisPixels = 72;
const dayLabelPixels = 72;
const clockLabelPixels = 56;
/** One line of labels below the plot. */
const timeAxisPixels = 28;
const linePixels = 1.5;
const pointPixels = 4;
const peakPixels = 4;
const dash = [4, 4];
const fillOpacity = '26';
/** Share of the height that a direction has at least, so that both sides of the axis are visible. */
const leastShare = 0.2;
const headroom = 1.1;

/**
 * Download as a filled line above the axis and upload mirrored below it, in bit/s. The running bucket is a dashed line
 * without a fill. The crosshair snaps to the points.
 */
export function chartOptions({ element, locale, onHover, onZoom, peak }: Options): uPlot.Options {
  const style = getComputedStyle(element);
  const color = (role: Role) => style.getPropertyValue(`--gw-${role}`).trim();
  const font = `12px ${style.fontFamily}`;
  const axis = {
    stroke: color('text-dim'),
    font,
    grid: { stroke: color('divider'), width: 1 },
    ticks: { show: false },
  } satisfies uPlot.Axis;
  const series = (direction: Direction): uPlot.Series => ({
    stroke: color(`traffic-${direction}`),
    fill: color(`traffic-${direction}`) + fillOpacity,
    fillTo: 0,
    width: linePixels,
    spanGaps: false,
    points: {
      show: true,
      size: pointPixels,
      fill: color(`traffic-${direction}`),
      filter: (plot, index) => isolatedPoints(plot.data[index] ?? []),
    },
  });
  const running = (direction: Direction): uPlot.Series => ({
    stroke: color(`traffic-${direction}`),
    width: linePixels,
    dash,
    points: { show: false },
  });
  return {
    width: element.clientWidth,
    height: element.clientHeight,
    // on the right, half of a label of the time axis
    padding: [16, 24, 0, 0],
    legend: { show: false },
    cursor: { drag: { x: true, y: false, dist: 8 }, points: { size: 7 }, y: false, move: snapToPoint },
    scales: { y: { range: (_plot, min, max) => rangeOf(min ?? 0, max ?? 0) } },
    axes: [
      {
        ...axis,
        grid: { show: false },
        space: (_plot, _axis, from, to) => (spansDays(from, to) ? dayLabelPixels : clockLabelPixels),
        size: timeAxisPixels,
        values: (_plot, splits) => timeLabels(splits, locale),
      },
      {
        ...axis,
        size: axisPixels,
        space: 36,
        values: (_plot, splits) => splits.map((bits) => formatBits(Math.abs(bits), locale)),
      },
    ],
    series: [{}, series('down'), series('up'), running('down'), running('up')],
    hooks: {
      setCursor: [(plot) => onHover(plot.cursor.idx ?? undefined)],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select;
          if (width > 0) onZoom(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
        },
      ],
      drawAxes: [(plot) => drawBaseline(plot, color('border-strong'))],
      draw: [
        (plot) => {
          const top = peak();
          if (top) drawPeak(plot, top, color(`traffic-${top.direction}`), color('canvas'));
        },
      ],
    },
  };
}

function rangeOf(min: number, max: number): [number, number] {
  const down = Math.max(max, -min * leastShare, 1);
  const up = Math.max(-min, max * leastShare);
  return [-up * headroom, down * headroom];
}

/** Moves the crosshair to the nearest point. */
function snapToPoint(plot: uPlot, left: number, top: number): [number, number] {
  if (left < 0) return [left, top];
  const at = plot.data[0][plot.posToIdx(left)];
  return at === undefined ? [left, top] : [plot.valToPos(at, 'x'), top];
}

function drawBaseline({ ctx, bbox, valToPos }: uPlot, color: string): void {
  const y = Math.round(valToPos(0, 'y', true)) + 0.5;
  ctx.save();
  ctx.setLineDash([]);
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
  ctx.restore();
}

/** A ring on the line. */
function drawPeak(plot: uPlot, { index, direction }: Peak, color: string, ground: string): void {
  const at = plot.data[0][index];
  const value = plot.data[direction === 'down' ? 1 : 2]?.[index];
  if (at === undefined || value === null || value === undefined) return;
  const { ctx } = plot;
  const x = plot.valToPos(at, 'x', true);
  const { min, max } = plot.scales['x'] ?? {};
  if (min === undefined || max === undefined || at < min || at > max) return;
  ctx.save();
  ctx.setLineDash([]);
  ctx.beginPath();
  ctx.arc(x, plot.valToPos(value, 'y', true), peakPixels * devicePixelRatio, 0, 2 * Math.PI);
  ctx.fillStyle = ground;
  ctx.fill();
  ctx.strokeStyle = color;
  ctx.lineWidth = 2 * devicePixelRatio;
  ctx.stroke();
  ctx.restore();
}
