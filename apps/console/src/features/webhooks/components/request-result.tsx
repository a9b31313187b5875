import type { WebhookDelivery } from '@gatewarden/contract/webhooks';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format/quantity.ts';
import { Callout } from '../../../ui/callout.tsx';
import { TextLink } from '../../../ui/links.tsx';
import { useFailureText } from '../../delivery/index.ts';

interface Props {
  webhookId: number;
  delivery: WebhookDelivery;
}

/** What came of a test, in words, with a link to the request. */
export function RequestResult({ webhookId, delivery: { id, status, duration_ms, error } }: Props) {
  const { t, i18n } = useTranslation('webhooks');
  const failureText = useFailureText();
  const milliseconds = formatCount(duration_ms, i18n.language);
  return (
    <Callout
      tone={error ? 'danger' : 'success'}
      title={t(error ? 'overview.test_failed' : 'overview.test_done')}
      mt="md"
      action={
        <TextLink
          to="/webhooks/$webhookId/deliveries"
          params={{ webhookId: String(webhookId) }}
          search={{ delivery: id }}
        >
          {t('overview.view_request')}
        </TextLink>
      }
    >
      {error ? failureText(error) : t('overview.answered', { status, milliseconds })}
    </Callout>
  );
}
