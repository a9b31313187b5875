import type { GatewayRefusal } from '@gatewarden/contract/gateways';
import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';

/** Rejected attempts to connect as a gateway of the location. */
export function RefusalTable({ refusals }: { refusals: readonly GatewayRefusal[] }) {
  const { t } = useTranslation('gateways');
  const columns = useMemo(
    (): Column<GatewayRefusal>[] => [
      { id: 'from', header: t('refusal.from'), cell: senderOf, share: 2 },
      { id: 'at', header: t('refusal.at'), cell: ({ at }) => <RelativeTime at={at} /> },
      { id: 'reason', header: t('refusal.reason'), cell: ({ reason }) => t(`refused.${reason}`), share: 4 },
    ],
    [t],
  );
  // Two attempts can have the same time and sender, so the index in the list is the id.
  const indexes = useMemo(() => new Map(refusals.map((refusal, index) => [refusal, String(index)])), [refusals]);
  return (
    <DataTable
      label={t('refusal.title')}
      data={refusals}
      columns={columns}
      getId={(refusal) => indexes.get(refusal) ?? ''}
      getName={senderOf}
      empty={<Text c="dimmed">{t('refusal.empty')}</Text>}
    />
  );
}

/** What is known about the sender: "edge-1, 203.0.113.7". */
export function senderOf({ gateway, hostname, ip }: GatewayRefusal): string {
  return [gateway ?? hostname, ip].filter((part) => part !== null && part !== '').join(', ');
}
