import { VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../lib/format/instant.ts';
import { formatBytes } from '../../lib/format/quantity.ts';
import { useLocale } from '../../lib/format/use-locale.ts';
import type { TrafficPoint } from './traffic-point.ts';

interface Props {
  points: readonly TrafficPoint[];
  caption: string;
}

/** Values of the chart for screen readers, including unknown ones. */
export function TrafficTable({ points, caption }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const bytes = (value: number | null) => (value === null ? t('traffic.unknown') : formatBytes(value, locale));
  return (
    <VisuallyHidden component="div">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('time.at')}</th>
            <th scope="col">{t('traffic.in')}</th>
            <th scope="col">{t('traffic.out')}</th>
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.at.getTime()}>
              <th scope="row">{formatInstant(point.at, locale)}</th>
              <td>{bytes(point.in)}</td>
              <td>{bytes(point.out)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </VisuallyHidden>
  );
}
