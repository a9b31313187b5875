import type { GatewayStatus } from '@gatewarden/contract/gateways';
import type { LocationInfo } from '@gatewarden/contract/locations';
import { Select } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LiveDot } from '../../../ui/live-dot.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useIsLive } from '../../live/index.ts';
import { ConnectionBadge } from '../../locations/index.ts';
import { type WindowHours, windowHours } from '../time-window.ts';
import type { Traffic } from '../traffic.queries.ts';
import { useWindowTexts } from '../use-window-texts.ts';
import styles from './overview-header.module.css';

interface Props {
  title: string;
  gateways: readonly GatewayStatus[] | undefined;
  gatewaysFailed: boolean;
  traffic: Traffic | undefined;
  /** The last request for traffic failed. */
  failed: boolean;
  /** Locations to choose from. */
  locations: readonly LocationInfo[];
  /** Selected location; undefined: all locations. */
  locationId?: number;
  hours: WindowHours;
  onHoursChange: (hours: WindowHours) => void;
  /** The page shows the present: there is no period to choose. */
  isNow?: boolean;
  actions?: ReactNode;
}

/** State of the gateways and age of the data; selects location and window. */
export function OverviewHeader(props: Props) {
  const { title, gateways, gatewaysFailed, traffic, failed, locations, locationId, hours, onHoursChange } = props;
  const live = useIsLive();
  return (
    <PageHeader
      title={title}
      state={
        <span className={styles.state}>
          <ConnectionBadge gateways={gateways} failed={gatewaysFailed} />
          <LiveDot updatedAt={traffic?.at.getTime() ?? 0} live={live && !failed} />
        </span>
      }
      actions={
        <>
          <LocationSelect locations={locations} value={locationId} />
          {!props.isNow && <HoursSelect value={hours} onChange={onHoursChange} />}
          {props.actions}
        </>
      }
    />
  );
}

interface HoursProps {
  value: WindowHours;
  onChange: (hours: WindowHours) => void;
}

export function HoursSelect({ value, onChange }: HoursProps) {
  const { t } = useTranslation('traffic');
  const { last } = useWindowTexts();
  return (
    <Select
      className={styles.select}
      aria-label={t('window.label')}
      data={windowHours.map((hours) => ({ value: String(hours), label: last(hours) }))}
      value={String(value)}
      allowDeselect={false}
      onChange={(chosen) => {
        const hours = windowHours.find((each) => String(each) === chosen);
        if (hours) onChange(hours);
      }}
    />
  );
}

interface LocationProps {
  locations: readonly LocationInfo[];
  value: number | undefined;
}

const all = 'all';
/** With more locations, the list is searchable. */
const searchableFrom = 10;

function LocationSelect({ locations, value }: LocationProps) {
  const { t } = useTranslation(['traffic', 'common']);
  const navigate = useNavigate();
  const show = (chosen: string | null) => {
    if (chosen === null || chosen === all) {
      void navigate({ to: '/overview', search: ({ hours, view }) => ({ hours, view }) });
    } else {
      const params = { locationId: chosen };
      void navigate({ to: '/locations/$locationId', params, search: ({ hours, view }) => ({ hours, view }) });
    }
  };
  return (
    <Select
      className={styles.select}
      aria-label={t('location.label')}
      data={[
        { value: all, label: t('location.all') },
        ...locations.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      value={value === undefined ? all : String(value)}
      allowDeselect={false}
      searchable={locations.length > searchableFrom}
      nothingFoundMessage={t('common:select.nothing')}
      onChange={show}
    />
  );
}
