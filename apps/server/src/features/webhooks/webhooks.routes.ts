import * as contract from '@gatewarden/contract/webhooks';
import type { Router } from '../../platform/http/router.ts';
import type { Clock } from '../../ports/clock.ts';
import { presentState } from '../delivery/index.ts';
import { presentDelivery, presentDeliveryDetails, presentWebhook } from './webhooks.present.ts';
import type { WebhooksService } from './webhooks.service.ts';

export function addWebhookRoutes(router: Router, webhooks: WebhooksService, clock: Pick<Clock, 'now'>): void {
  router.add(contract.listWebhooks, async () =>
    (await webhooks.list()).map((webhook) => presentWebhook(webhook, clock.now())),
  );
  router.add(contract.getWebhook, async ({ params }) => presentWebhook(await webhooks.get(params.id), clock.now()));
  router.add(contract.addWebhook, async ({ origin, body }) => {
    const { id, signingSecret } = await webhooks.add(origin, body);
    return { id, signing_secret: signingSecret };
  });
  router.add(contract.updateWebhook, async ({ origin, params, body }) => {
    await webhooks.update(origin, params.id, body);
    return {};
  });
  router.add(contract.setWebhookState, async ({ origin, params, body }) => {
    await webhooks.setState(origin, params.id, body.enabled);
    return {};
  });
  router.add(contract.deleteWebhook, async ({ origin, params }) => {
    await webhooks.remove(origin, params.id);
    return {};
  });
  router.add(contract.rotateWebhookSecret, async ({ origin, params, body }) => ({
    signing_secret: await webhooks.rotateSecret(origin, params.id, body.overlap_hours),
  }));
  router.add(contract.testWebhook, async ({ params }) => presentDeliveryDetails(await webhooks.test(params.id)));
  router.add(contract.replayWebhook, async ({ origin, params, body }) =>
    presentState(await webhooks.replay(origin, params.id, new Date(body.from))),
  );
  router.add(contract.listWebhookDeliveries, async ({ params, query }) => {
    const { rows, next } = await webhooks.listDeliveries(params.id, query.before);
    return { data: rows.map(presentDelivery), next };
  });
  router.add(contract.getWebhookDelivery, async ({ params }) =>
    presentDeliveryDetails(await webhooks.getDelivery(params.id, params.deliveryId)),
  );
  router.add(contract.redeliverWebhook, async ({ params }) =>
    presentDeliveryDetails(await webhooks.redeliver(params.id, params.deliveryId)),
  );
}
