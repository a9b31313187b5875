import type { GatewayStatus } from '@gatewarden/contract/gateways';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { RowHandle } from '../../../ui/table/list-props.ts';
import { gatewayName, paramsOf } from '../gateway-facts.ts';
import { useGatewayPeek } from './gateway-peek.tsx';
import { AgentVersion, AppliedVersion, GatewayState } from './gateway-state.tsx';

interface Props {
  gateways: readonly GatewayStatus[];
  /** A menu at the end of each row. */
  rowActions: (gateway: GatewayStatus, row: RowHandle) => ReactNode;
}

/** Gateways of a location with connection and applied version, and the summary of each beside the list. */
export function GatewayTable({ gateways, rowActions }: Props) {
  const { t } = useTranslation('gateways');
  const columns = useGatewayColumns();
  const phone = useMemo(
    () => ({
      line2: (gateway: GatewayStatus) => <AppliedVersion gateway={gateway} />,
      trailing: (gateway: GatewayStatus) => <GatewayState gateway={gateway} />,
    }),
    [],
  );
  const peek = useGatewayPeek();
  return (
    <DataTable
      label={t('list')}
      data={gateways}
      columns={columns}
      getId={({ uid }) => uid}
      getName={gatewayName}
      rowActions={rowActions}
      opens
      peek={peek}
      phone={phone}
      empty={null}
    />
  );
}

function useGatewayColumns(): Column<GatewayStatus>[] {
  const { t, i18n } = useTranslation('gateways');
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
        share: 2,
      },
      { id: 'state', header: t('column.state'), cell: (gateway) => <GatewayState gateway={gateway} />, share: 1.5 },
      {
        id: 'since',
        header: t('column.since'),
        cell: (gateway) => <Since gateway={gateway} />,
        share: 1.25,
        from: 'wide',
      },
      {
        id: 'version',
        header: t('column.version'),
        cell: (gateway) => <AppliedVersion gateway={gateway} />,
        share: 1.75,
      },
      {
        id: 'acknowledged',
        header: t('column.acknowledged'),
        cell: ({ acknowledged_at: at, apply_milliseconds: took }) => (
          <>
            <RelativeTime at={at} />
            {took !== null && ` · ${formatCount(took, i18n.language)} ms`}
          </>
        ),
        share: 2.25,
      },
      {
        id: 'agent',
        header: t('column.agent'),
        cell: (gateway) => <AgentVersion gateway={gateway} />,
        share: 1.5,
        from: 'desktop',
      },
      {
        id: 'backend',
        header: t('column.backend'),
        cell: ({ backend }) => (backend ? t(`backend.${backend}`) : '–'),
        share: 1.25,
        from: 'wide',
      },
    ],
    [t, i18n.language],
  );
}

/** Time of the last change between connected and disconnected. */
function Since({ gateway }: { gateway: GatewayStatus }) {
  return <RelativeTime at={gateway.connected ? gateway.connected_at : gateway.disconnected_at} />;
}
