import { bySystem } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Events } from '../../platform/events/events.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import type { Clock } from '../../ports/clock.ts';
import { createFindTroubled, type Delivery, type DestinationKind } from '../delivery/index.ts';
import type { Feature } from '../feature.ts';
import { findUserById, presentUser } from '../users/index.ts';
import { purgeWebhookDeliveries } from './purge-deliveries.job.ts';
import { createSender } from './send-message.ts';
import { createWebhookDestination } from './webhook-destination.ts';
import { webhookEvents } from './webhooks.events.ts';
import { findWebhook } from './webhooks.queries.ts';
import { addWebhookRoutes } from './webhooks.routes.ts';
import { createWebhooksService, toSnapshot } from './webhooks.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly events: Events;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly outbound: Pick<Outbound, 'send' | 'isListedHost'>;
  readonly delivery: Pick<Delivery, 'addKind'>;
  readonly version: string;
}

/** Requests to other systems when something happened. */
export function createWebhooks(dependencies: Dependencies): { readonly feature: Feature } {
  const { db, events, clock, delivery } = dependencies;
  const sender = createSender(dependencies);
  const service = createWebhooksService({ ...dependencies, sender });
  const onStopped: DestinationKind['onStopped'] = async (tx, id, facts) => {
    const webhook = await findWebhook(tx, id);
    if (webhook) await events.publish(tx, 'webhook.stopped', bySystem, { webhook: toSnapshot(webhook), ...facts });
  };
  const findUserInfo = async (userId: number) => {
    const user = await findUserById(db, userId);
    return user && presentUser(user);
  };
  delivery.addKind(createWebhookDestination({ db, sender, findUserInfo, onStopped }));
  const feature: Feature = {
    name: 'webhooks',
    addRoutes: (router) => addWebhookRoutes(router, service, clock),
    jobs: [purgeWebhookDeliveries],
    events: webhookEvents,
    attention: { webhook_failing: createFindTroubled(dependencies, { kind: 'webhook', type: 'webhook' }) },
  };
  return { feature };
}
