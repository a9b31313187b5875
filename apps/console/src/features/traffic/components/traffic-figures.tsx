import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBitRate, formatBytes, formatCount } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { type Figure, FigureRow } from '../../../ui/figure-row.tsx';
import { formatMoment } from '../format-moment.ts';
import type { Traffic } from '../traffic.queries.ts';
import { peakOf, trafficPoints } from '../traffic-series.ts';
import { useWindowTexts } from '../use-window-texts.ts';

/** Active users and devices now and in the window, traffic and peak. Shows placeholders until the data has loaded. */
export function TrafficFigures({ traffic }: { traffic: Traffic | undefined }) {
  const { t } = useTranslation(['traffic', 'common']);
  const locale = useLocale();
  const texts = useWindowTexts();
  const peak = useMemo(
    () =>
      traffic &&
      peakOf(trafficPoints(traffic.body.transfer_series, { hours: traffic.hours, now: traffic.at }), traffic.hours),
    [traffic],
  );
  const stats = traffic?.body;
  const active = (label: string, now: number | undefined, before: number | undefined): Figure => ({
    label,
    value: now === undefined ? undefined : formatCount(now, locale),
    hint: traffic && before !== undefined ? texts.during(before, traffic.hours) : undefined,
  });
  const bytes = (label: string, direction: 'in' | 'out', amount: number | undefined): Figure => ({
    label,
    value: amount === undefined ? undefined : formatBytes(amount, locale),
    hint: t(`figure.${direction}_hint`),
    direction,
  });
  const figures: Figure[] = [
    active(t('figure.people'), stats?.current_active_users, stats?.active_users),
    active(t('figure.devices'), stats?.current_active_user_devices, stats?.active_user_devices),
    ...(stats && stats.active_network_devices + stats.current_active_network_devices > 0
      ? [active(t('figure.network_devices'), stats.current_active_network_devices, stats.active_network_devices)]
      : []),
    bytes(t('common:traffic.in'), 'in', stats?.download),
    bytes(t('common:traffic.out'), 'out', stats?.upload),
    {
      label: t('figure.peak'),
      value: traffic && (peak ? formatBitRate(peak.bytesPerSecond, locale) : '–'),
      hint: traffic && peak && formatMoment(peak.at, traffic.hours, locale),
    },
  ];
  return <FigureRow figures={figures} />;
}
