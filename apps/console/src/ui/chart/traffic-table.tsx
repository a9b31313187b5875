import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format/instant.ts';
import { formatBits } from '../../lib/format/quantity.ts';
import { useLocale } from '../../lib/format/use-locale.ts';
import type { ChartEvent } from './chart-event.ts';
import { directions } from './direction.ts';
import { rateOf } from './rate.ts';
import type { TrafficPoint } from './traffic-point.ts';

interface Props {
  points: readonly TrafficPoint[];
  events: readonly ChartEvent[];
  caption: string;
}

/** Values and events of the chart for screen readers, including unknown values. Stays as it is while a crosshair moves. */
export const TrafficTable = memo(function TrafficTable({ points, events, caption }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const rate = (value: number | null) => (value === null ? t('traffic.unknown') : formatBits(value, locale));
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('time.at')}</th>
            {directions.map((direction) => (
              <th key={direction} scope="col">
                {t(`traffic.${direction}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.at.getTime()}>
              <th scope="row">{formatInstant(point.at, locale)}</th>
              {directions.map((direction) => (
                <td key={direction}>{rate(rateOf(point, direction))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {events.length > 0 && (
        <ul aria-label={t('traffic.events')}>
          {events.map(({ id, at, text }) => (
            <li key={id}>
              {formatInstant(at, locale)}: {text}
            </li>
          ))}
        </ul>
      )}
    </VisuallyHidden>
  );
});
