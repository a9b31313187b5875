import { SummaryColumns } from '../../../ui/summary-columns.tsx';
import { DeliveryPanel } from '../components/delivery-panel.tsx';
import { WebhookFacts } from '../components/webhook-facts.tsx';
import { useWebhook } from '../use-webhook.ts';

/** How the delivery to a webhook goes, and what is sent. */
export function WebhookScreen() {
  const webhook = useWebhook();
  return (
    webhook && (
      <SummaryColumns
        main={<DeliveryPanel key={webhook.id} webhook={webhook} />}
        side={<WebhookFacts webhook={webhook} />}
      />
    )
  );
}
