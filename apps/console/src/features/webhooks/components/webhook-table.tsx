import type { Webhook } from '@gatewarden/contract/webhooks';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ChipList } from '../../../ui/chip-list.tsx';
import { RowLink } from '../../../ui/row-link.tsx';
import type { Column, Sort } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { PhoneRow } from '../../../ui/table/list-props.ts';
import { TimeCell } from '../../../ui/table/time-cell.tsx';
import { conditionOf, conditions, DeliveryStateBadge } from '../../delivery/index.ts';
import { useEventTexts } from '../use-event-texts.ts';
import styles from './name-cell.module.css';
import type { WebhookAction } from './use-webhook-actions.tsx';
import { WebhookMenu } from './webhook-menu.tsx';

interface Props {
  webhooks: readonly Webhook[];
  columns: readonly Column<Webhook>[];
  sort: Sort;
  onSortChange: (sort: Sort) => void;
  onAction: (action: WebhookAction, webhook: Webhook) => void;
  empty: ReactNode;
}

/** Table of webhooks: address, triggers, state and last delivery. */
export function WebhookTable({ webhooks, onAction, ...list }: Props) {
  const { t } = useTranslation('webhooks');
  const rowActions = useCallback(
    (webhook: Webhook) => <WebhookMenu webhook={webhook} onAction={(action) => onAction(action, webhook)} />,
    [onAction],
  );
  return (
    <DataTable
      {...list}
      label={t('title')}
      data={webhooks}
      getId={({ id }) => String(id)}
      getName={({ description }) => description}
      opens
      phone={phone}
      rowActions={rowActions}
    />
  );
}

const phone: PhoneRow<Webhook> = {
  line2: (webhook) => (conditionOf(webhook) === 'on' ? webhook.url : <DeliveryStateBadge destination={webhook} />),
};

/** Columns of the list. */
export function useWebhookColumns(): readonly Column<Webhook>[] {
  const { t } = useTranslation(['webhooks', 'delivery', 'common']);
  const { triggersOf } = useEventTexts();
  return useMemo(
    () => [
      {
        id: 'description',
        header: t('field.description'),
        share: 1.8,
        sortValue: ({ description }) => description,
        cell: ({ id, description }) => (
          <RowLink
            to="/webhooks/$webhookId"
            params={{ webhookId: String(id) }}
            className={styles.name}
            title={description}
          >
            {description}
          </RowLink>
        ),
      },
      {
        id: 'url',
        header: t('field.url'),
        share: 1.8,
        optional: true,
        from: 'desktop',
        sortValue: ({ url }) => url,
        cell: ({ url }) => <span title={url}>{url}</span>,
      },
      {
        id: 'triggers',
        header: t('field.triggers'),
        share: 1.8,
        optional: true,
        from: 'wide',
        cell: (webhook) => <ChipList items={triggersOf(webhook)} max={1} />,
      },
      {
        id: 'state',
        header: t('delivery:field.state'),
        share: 1.9,
        sortValue: (webhook) => conditions.indexOf(conditionOf(webhook)),
        cell: (webhook) => <DeliveryStateBadge destination={webhook} />,
      },
      {
        id: 'delivered',
        header: t('delivery:field.last_delivered'),
        share: 1.4,
        descendingFirst: true,
        sortValue: ({ state }) => state.last_delivered_at ?? undefined,
        cell: ({ state: { last_delivered_at: at } }) => (at ? <TimeCell at={at} /> : t('common:time.never')),
      },
    ],
    [t, triggersOf],
  );
}
