import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBits, formatBytes, formatCount } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import type { Direction } from '../../../ui/chart/direction.ts';
import { type Peak, peakOf } from '../../../ui/chart/rate.ts';
import type { TrafficPoint } from '../../../ui/chart/traffic-point.ts';
import { trafficPoints } from '../../../ui/chart/traffic-series.ts';
import { type Figure, FigureRow } from '../../../ui/figure-row.tsx';
import { formatMoment } from '../format-moment.ts';
import type { Traffic } from '../traffic.queries.ts';
import { useWindowTexts } from '../use-window-texts.ts';

/** Active users and devices now and in the window, traffic and peak. Shows placeholders until the data has loaded. */
export function TrafficFigures({ traffic }: { traffic: Traffic | undefined }) {
  const { t } = useTranslation(['traffic', 'common']);
  const locale = useLocale();
  const texts = useWindowTexts();
  const peak = useMemo(
    () => traffic && busiestOf(trafficPoints(traffic.body.transfer_series, { hours: traffic.hours, now: traffic.at })),
    [traffic],
  );
  const stats = traffic?.body;
  const active = (label: string, now: number | undefined, before: number | undefined): Figure => ({
    label,
    value: now === undefined ? undefined : formatCount(now, locale),
    hint: traffic && before !== undefined ? texts.during(before, traffic.hours) : undefined,
  });
  const bytes = (direction: Direction, amount: number | undefined): Figure => ({
    label: t(`common:traffic.${direction}`),
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
    bytes('down', stats?.upload),
    bytes('up', stats?.download),
    {
      label: t('common:traffic.peak'),
      value: traffic && (peak ? formatBits(peak.bitsPerSecond, locale) : '–'),
      hint: traffic && peak && t(`figure.peak_${peak.direction}`, { at: formatMoment(peak.at, traffic.hours, locale) }),
    },
  ];
  return <FigureRow figures={figures} />;
}

/** The peak with its time; undefined without traffic. */
function busiestOf(points: readonly TrafficPoint[]): (Peak & { at: Date }) | undefined {
  const peak = peakOf(points);
  const at = peak && points[peak.index]?.at;
  return peak && at && { ...peak, at };
}
