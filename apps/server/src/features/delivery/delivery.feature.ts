import type { Feature } from '../feature.ts';
import { createDelivery } from './delivery.ts';

/** Sends entries of the activity log to the destinations of other features. */
export function createDeliveryFeature(dependencies: Parameters<typeof createDelivery>[0]) {
  const delivery = createDelivery(dependencies);
  const feature: Feature = {
    name: 'delivery',
    async serve() {
      delivery.start();
      return undefined;
    },
    stop: delivery.stop,
  };
  return { addKind: delivery.addKind, feature };
}
