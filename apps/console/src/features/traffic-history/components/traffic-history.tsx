import { Button, Select, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, instantOf } from '../../../lib/format/instant.ts';
import { formatBits, formatBytes } from '../../../lib/format/quantity.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { lazy } from '../../../lib/lazy.tsx';
import { peakOf } from '../../../ui/chart/rate.ts';
import type { TimeRange } from '../../../ui/chart/traffic-chart.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { type Figure, FigureRow } from '../../../ui/figure-row.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { historyPoints } from '../history-points.ts';
import { type Period, periods, startOf } from '../periods.ts';
import { type HistoryChoice, historyQuery, useDownloadHistory } from '../traffic-history.queries.ts';
import { formatRange } from '../zoom-range.ts';
import styles from './traffic-history.module.css';

interface Props {
  choice: HistoryChoice;
  /** Of the location, the user or the device. */
  name: string;
  period: Period;
  /** Also ends a zoom. */
  onPeriod: (period: Period) => void;
  /** The part that is zoomed to; undefined: all of it. */
  zoom: TimeRange | undefined;
  onZoom: (zoom: TimeRange | undefined) => void;
  /** Further choices, beside the period. */
  children?: ReactNode;
}

/** The rest of the page does not wait for the largest part of its code. */
const TrafficChart = lazy(async () => ({
  default: (await import('../../../ui/chart/traffic-chart.tsx')).TrafficChart,
}));

/** Totals, peak and chart of a period of up to a year; a part that is zoomed to is loaded in more detail. */
export function TrafficHistory({ choice, name, period, onPeriod, zoom, onZoom, children }: Props) {
  const { t } = useTranslation('traffic-history');
  const locale = useLocale();
  const label = t('of', { name });
  const download = useDownloadHistory(name);
  const whole = useQuery(historyQuery(choice, period, (now) => ({ from: startOf(period, now), until: undefined })));
  // bookmarks outlive the period
  const part = zoom && whole.data && zoom.until > instantOf(whole.data.history.from) ? zoom : undefined;
  const detail = useQuery({
    ...historyQuery(
      choice,
      `${part?.from.getTime()} ${part?.until.getTime()}`,
      (now) => part ?? { from: now, until: now },
    ),
    enabled: part !== undefined,
  });
  const shown = part && detail.data ? detail.data : whole.data;
  const points = useMemo(() => whole.data && historyPoints(whole.data.history, whole.data.at), [whole.data]);
  const step = whole.data?.history.step;
  if (!whole.data && whole.isError) {
    return (
      <ErrorState
        error={whole.error}
        title={t('failed')}
        onRetry={() => void whole.refetch()}
        retrying={whole.isFetching}
      />
    );
  }
  return (
    <div className={styles.history} aria-busy={whole.isPlaceholderData}>
      <div className={styles.tools}>
        {children}
        <Select
          className={styles.select}
          aria-label={t('period.label')}
          data={[
            ...(part
              ? [{ value: zoomed, label: t('period.zoomed', { range: formatRange(part, step === 'day', locale) }) }]
              : []),
            ...periods.map((value) => ({ value, label: t(`period.${value}`) })),
          ]}
          value={part ? zoomed : period}
          allowDeselect={false}
          onChange={(value) => {
            const next = periods.find((each) => each === value);
            if (next) onPeriod(next);
          }}
        />
        {shown && (
          <Button
            variant="default"
            loading={download.isPending}
            onClick={() => download.mutate(shown.query)}
            leftSection={<IconDownload size="1rem" aria-hidden />}
          >
            {t('export')}
          </Button>
        )}
      </div>
      <HistoryFigures shown={shown} />
      <Panel title={t('title')} text={whole.data ? t(`step.${whole.data.history.step}`) : '\u00a0'}>
        {!points ? (
          <Skeleton className={styles.chart} />
        ) : whole.data?.history.series.length === 0 ? (
          <div className={styles.nothing}>{t('nothing')}</div>
        ) : (
          <Suspense fallback={<Skeleton className={styles.chart} />}>
            <TrafficChart
              key={`${period} ${JSON.stringify(choice)}`}
              points={points}
              label={label}
              zoom={part ?? null}
              onZoom={onZoom}
              {...(step && { peakLabel: t(`peak.${step}`) })}
            />
          </Suspense>
        )}
      </Panel>
    </div>
  );
}

/** Value of the period select while a part is zoomed to. */
const zoomed = 'zoomed';

interface FiguresProps {
  shown: { at: Date; history: Parameters<typeof historyPoints>[0] } | undefined;
}

function HistoryFigures({ shown }: FiguresProps) {
  const { t } = useTranslation(['traffic-history', 'common']);
  const locale = useLocale();
  const points = useMemo(() => (shown ? historyPoints(shown.history, shown.at) : []), [shown]);
  const peak = peakOf(points);
  const peakAt = peak && points[peak.index]?.at;
  const bytes = (amount: number | undefined) => (amount === undefined ? undefined : formatBytes(amount, locale));
  const figures: Figure[] = [
    { label: t('common:traffic.down'), value: bytes(shown?.history.upload), direction: 'down' },
    { label: t('common:traffic.up'), value: bytes(shown?.history.download), direction: 'up' },
    {
      label: t(shown ? `peak.${shown.history.step}` : 'peak.minute'),
      value: shown && (peak ? formatBits(peak.bitsPerSecond, locale) : '–'),
      hint: peakAt && formatInstant(peakAt, locale),
    },
  ];
  return <FigureRow figures={figures} />;
}
