import { streamStaleTopics } from '@gatewarden/contract/live';
import type { Router } from '../../platform/http/router.ts';
import type { LiveService } from './live.service.ts';

export function addLiveRoutes(router: Router, live: LiveService): void {
  router.addStream(streamStaleTopics, ({ actor, lastEventId }, stream) => live.open(actor, stream, lastEventId));
}
