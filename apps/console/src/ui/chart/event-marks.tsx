import { IconCircleCheckFilled, IconCircleXFilled, IconInfoCircleFilled } from '@tabler/icons-react';
import type { ChartEvent } from './chart-event.ts';
import styles from './event-marks.module.css';

interface Props {
  events: readonly ChartEvent[];
  /** Distance of an instant from the left edge of the chart in pixels; undefined outside of the shown range. */
  leftOf: (at: Date) => number | undefined;
}

const icons = { danger: IconCircleXFilled, success: IconCircleCheckFilled, info: IconInfoCircleFilled } as const;
/** Marks that would overlap are one mark, with the tone that matters most. */
const closePixels = 12;
const severity = ['danger', 'info', 'success'] as const;

/** Vertical lines at the times of events. */
export function EventMarks({ events, leftOf }: Props) {
  return marksOf(events, leftOf).map(({ id, left, tone }) => {
    const Icon = icons[tone];
    return (
      <div key={id} className={styles.mark} data-tone={tone} style={{ insetInlineStart: left }}>
        <Icon size="0.875rem" />
      </div>
    );
  });
}

interface Mark extends Pick<ChartEvent, 'id' | 'tone'> {
  left: number;
}

function marksOf(events: readonly ChartEvent[], leftOf: Props['leftOf']): Mark[] {
  const marks: Mark[] = [];
  for (const { id, at, tone } of events) {
    const left = leftOf(at);
    if (left === undefined) continue;
    const near = marks.find((mark) => Math.abs(mark.left - left) < closePixels);
    if (!near) marks.push({ id, tone, left });
    else near.tone = severity.find((each) => each === tone || each === near.tone) ?? tone;
  }
  return marks;
}
