import type { LocationSession } from '@gatewarden/contract/location-mfa';
import { Menu } from '@mantine/core';
import { IconPlugConnectedX, IconShieldLock } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMinute, instantOf } from '../../../lib/format/instant.ts';
import { personName } from '../../../lib/format/person-name.ts';
import { useLocale } from '../../../lib/format/use-locale.ts';
import { ActionsMenu } from '../../../ui/actions-menu.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PersonLink } from '../../../ui/person-link.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { TimeCell } from '../../../ui/table/time-cell.tsx';

interface Props {
  locationId: number;
  rows: readonly LocationSession[];
  onEnd: (session: LocationSession) => void;
}

export function LocationSessionTable({ locationId, rows, onEnd }: Props) {
  const { t } = useTranslation('location-mfa');
  const columns = useColumns();
  const params = { locationId: String(locationId) };
  return (
    <DataTable
      label={t('title')}
      data={rows}
      columns={columns}
      getId={({ device_id }) => String(device_id)}
      getName={({ device }) => device}
      rowActions={(row) => (
        <ActionsMenu label={t('menu', { device: row.device })}>
          <Menu.Item leftSection={<IconPlugConnectedX size="1rem" />} onClick={() => onEnd(row)}>
            {t(row.is_connected ? 'end' : 'end_session')}
          </Menu.Item>
        </ActionsMenu>
      )}
      empty={
        <EmptyState
          icon={<IconShieldLock />}
          title={t('empty_title')}
          text={t('empty_text')}
          action={
            <ButtonLink to="/locations/$locationId/access" params={params} variant="default">
              {t('to_access')}
            </ButtonLink>
          }
        />
      }
    />
  );
}

function useColumns(): readonly Column<LocationSession>[] {
  const { t } = useTranslation('location-mfa');
  const locale = useLocale();
  return useMemo(
    () => [
      {
        id: 'device',
        header: t('device'),
        share: 2,
        sortValue: ({ device }) => device,
        cell: ({ device, device_id: id, username }) => (
          <RowLink to="/users/$username/devices/$deviceId" params={{ username, deviceId: String(id) }}>
            {device}
          </RowLink>
        ),
      },
      {
        id: 'user',
        header: t('user'),
        share: 2,
        sortValue: (session) => personName(session),
        cell: (session) => <PersonLink person={session} />,
      },
      { id: 'method', header: t('method'), share: 2, cell: ({ method }) => t(`by.${method}`) },
      {
        id: 'since',
        header: t('since'),
        share: 1.5,
        sortValue: ({ authorized_at }) => authorized_at,
        cell: ({ authorized_at }) => <TimeCell at={authorized_at} />,
      },
      {
        id: 'until',
        header: t('until'),
        share: 1.5,
        sortValue: ({ expires_at }) => expires_at,
        cell: ({ expires_at: at }) => <time dateTime={`${at}Z`}>{formatMinute(instantOf(at), locale)}</time>,
      },
    ],
    [t, locale],
  );
}
