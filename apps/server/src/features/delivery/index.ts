export { createDeliveryFeature } from './delivery.feature.ts';
export {
  type DestinationRow,
  deleteDestination,
  insertDestination,
  listDestinations,
  lockDestinationCount,
  restartDestination,
  setDestinationEnabled,
  setDestinationPosition,
  withStates,
} from './delivery.queries.ts';
export type { Delivery, DestinationKind, StopFacts } from './delivery.ts';
export { DeliveryError, toDeliveryError } from './delivery-error.ts';
export { createFindTroubled } from './find-troubled.ts';
export { type PresentedState, presentFailure, presentState } from './present-state.ts';
export { isSameReceiver, requireCallable, withoutQuery } from './receiver-url.ts';
