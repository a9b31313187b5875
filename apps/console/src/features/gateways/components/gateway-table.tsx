import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { RowHandle } from '../../../ui/table/list-props.ts';
import { gatewayName, paramsOf } from '../gateway-facts.ts';
import { useGatewayPeek } from './gateway-peek.tsx';
import { AgentVersion, AppliedTime, AppliedVersion, GatewayState } from './gateway-state.tsx';

interface Props {
  gateways: readonly GatewayStatus[];
  /** A menu at the end of each row. */
  rowActions: (gateway: GatewayStatus, row: RowHandle) => ReactNode;
  /** With gateways of several locations. */
  withLocation?: boolean;
  /** Absent: in the given order. */
  sort?: Sort;
  onSortChange?: (sort: Sort) => void;
  empty?: ReactNode;
}

/** Gateways with connection and applied version, and the summary of each beside the list. */
export function GatewayTable({ gateways, withLocation = false, empty = null, ...list }: Props) {
  const { t } = useTranslation('gateways');
  const columns = useGatewayColumns(withLocation);
  const phone = useMemo(
    () => ({
      line2: (gateway: GatewayStatus) => (withLocation ? gateway.network_name : <AppliedVersion gateway={gateway} />),
      trailing: (gateway: GatewayStatus) => <GatewayState gateway={gateway} />,
    }),
    [withLocation],
  );
  const peek = useGatewayPeek();
  return (
    <DataTable
      {...list}
      label={t('list')}
      data={gateways}
      columns={columns}
      getId={({ uid }) => uid}
      getName={gatewayName}
      opens
      peek={peek}
      phone={phone}
      empty={empty}
    />
  );
}

function useGatewayColumns(withLocation: boolean): Column<GatewayStatus>[] {
  const { t } = useTranslation('gateways');
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('column.name'),
        cell: (gateway) => (
          <RowLink to="/locations/$locationId/gateways/$gatewayId" params={paramsOf(gateway)}>
            {gatewayName(gateway)}
          </RowLink>
        ),
        sortValue: gatewayName,
        share: 2,
      },
      ...(withLocation ? [locationColumn(t('page.location'))] : []),
      {
        id: 'state',
        header: t('column.state'),
        cell: (gateway) => <GatewayState gateway={gateway} />,
        sortValue: ({ connected, revoked }) => Number(connected) + Number(revoked) * 2,
        share: 1.5,
      },
      {
        id: 'since',
        header: t('column.since'),
        cell: (gateway) => <Since gateway={gateway} />,
        descendingFirst: true,
        sortValue: (gateway) => sinceOf(gateway) ?? undefined,
        share: 1.4,
        from: 'large',
      },
      {
        id: 'version',
        header: t('column.version'),
        cell: (gateway) => <AppliedVersion gateway={gateway} />,
        share: 2.4,
      },
      {
        id: 'acknowledged',
        header: t('column.acknowledged'),
        cell: (gateway) => <AppliedTime gateway={gateway} />,
        share: 2.4,
      },
      {
        id: 'agent',
        header: t('column.agent'),
        cell: (gateway) => <AgentVersion gateway={gateway} />,
        share: 1.1,
        from: 'desktop',
      },
      ...(withLocation
        ? []
        : [
            {
              id: 'backend',
              header: t('column.backend'),
              cell: ({ backend }: GatewayStatus) => (backend ? t(`backend.${backend}`) : '–'),
              share: 1.25,
              from: 'wide' as const,
            },
          ]),
    ],
    [t, withLocation],
  );
}

function locationColumn(header: string): Column<GatewayStatus> {
  return {
    id: 'location',
    header,
    cell: ({ network_id: id, network_name: name }) => (
      <RowLink to="/locations/$locationId" params={{ locationId: String(id) }}>
        {name}
      </RowLink>
    ),
    sortValue: ({ network_name: name }) => name,
    share: 1.5,
  };
}

/** Time of the last change between connected and disconnected. */
function Since({ gateway }: { gateway: GatewayStatus }) {
  return <RelativeTime at={sinceOf(gateway)} />;
}

function sinceOf({ connected, connected_at, disconnected_at }: GatewayStatus): string | null {
  return connected ? connected_at : disconnected_at;
}
