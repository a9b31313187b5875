export type {
  Component,
  ComponentKind,
  Greeting,
  RefusalReason,
  Session,
  StreamControl,
  StreamHandler,
} from './component.ts';
export { createLinks, type KindLinks, type Links } from './links.feature.ts';
export { isConnected, staleBefore } from './presence.ts';
export type { RefusalRow } from './refusals.queries.ts';
