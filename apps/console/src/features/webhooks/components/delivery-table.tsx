import type { WebhookDelivery } from '@gatewarden/contract/webhooks';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PhoneRow } from '../../../ui/table/list-props.ts';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { useEventTexts } from '../use-event-texts.ts';
import { DeliveryResult } from './delivery-result.tsx';
import styles from './name-cell.module.css';

interface Props {
  webhookId: string;
  deliveries: readonly WebhookDelivery[];
  empty: ReactNode;
}

/** Table of requests; a row opens the details. */
export function DeliveryTable({ webhookId, deliveries, empty }: Props) {
  const { t } = useTranslation('webhooks');
  const { eventOf } = useEventTexts();
  const columns = useColumns(webhookId);
  return (
    <DataTable
      label={t('page.deliveries')}
      data={deliveries}
      columns={columns}
      getId={({ id }) => String(id)}
      getName={({ event }) => eventOf(event)}
      opens
      phone={phone}
      empty={empty}
    />
  );
}

const phone: PhoneRow<WebhookDelivery> = {
  line2: ({ at }) => <TimeCell at={at} />,
  trailing: (delivery) => <DeliveryResult delivery={delivery} isShort />,
};

function useColumns(webhookId: string): readonly Column<WebhookDelivery>[] {
  const { t, i18n } = useTranslation('webhooks');
  const { eventOf } = useEventTexts();
  return useMemo(
    () => [
      {
        id: 'event',
        header: t('delivery.event'),
        share: 1.4,
        cell: ({ id, event }) => (
          <RowLink
            to="/webhooks/$webhookId/deliveries"
            params={{ webhookId }}
            search={{ delivery: id }}
            resetScroll={false}
            className={styles.name}
            title={eventOf(event)}
          >
            {eventOf(event)}
          </RowLink>
        ),
      },
      { id: 'time', header: t('delivery.time'), share: 1, cell: ({ at }) => <TimeCell at={at} /> },
      {
        id: 'attempt',
        header: t('delivery.attempt'),
        share: 0.6,
        from: 'desktop',
        cell: ({ attempt }) => (attempt === null ? t('delivery.manual') : formatCount(attempt, i18n.language)),
      },
      {
        id: 'result',
        header: t('delivery.result'),
        share: 4,
        cell: (delivery) => <DeliveryResult delivery={delivery} />,
      },
      {
        id: 'status',
        header: t('delivery.status'),
        share: 0.7,
        align: 'end',
        from: 'wide',
        cell: ({ status }) => status ?? '–',
      },
      {
        id: 'duration',
        header: t('delivery.duration'),
        share: 0.7,
        align: 'end',
        from: 'wide',
        cell: ({ duration_ms }) => `${formatCount(duration_ms, i18n.language)}\u00a0ms`,
      },
    ],
    [t, i18n.language, eventOf, webhookId],
  );
}
