import type { WebhookDelivery } from '@gatewarden/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { useFailureText } from '../../delivery/index.ts';

interface Props {
  delivery: WebhookDelivery;
  /** Without the reason of a failure. */
  isShort?: boolean;
}

/** Whether the receiver accepted a request, and why not. */
export function DeliveryResult({ delivery: { error }, isShort = false }: Props) {
  const { t } = useTranslation('webhooks');
  const failureText = useFailureText();
  const reasonText = useFailureText({ withHint: false });
  if (!error) return <StatusBadge tone="success">{t('delivery.delivered')}</StatusBadge>;
  return (
    <StatusBadge tone="danger" title={failureText(error)}>
      {isShort ? t('delivery.not_delivered') : reasonText(error)}
    </StatusBadge>
  );
}
