import * as contract from '@gatewarden/contract/activity-streams';
import type { Router } from '../../platform/http/router.ts';
import { presentState } from '../delivery/index.ts';
import type { ListedStream, StreamsService } from './streams.service.ts';

export function addStreamRoutes(router: Router, streams: StreamsService): void {
  router.add(contract.listActivityStreams, async () => (await streams.list()).map(presentStream));
  router.add(contract.addActivityStream, async ({ origin, body }) => ({ id: await streams.add(origin, body) }));
  router.add(contract.updateActivityStream, async ({ origin, params, body }) => {
    await streams.update(origin, params.id, body);
    return {};
  });
  router.add(contract.deleteActivityStream, async ({ origin, params }) => {
    await streams.remove(origin, params.id);
    return {};
  });
  router.add(contract.setActivityStreamState, async ({ origin, params, body }) => {
    await streams.setState(origin, params.id, body.enabled);
    return {};
  });
  router.add(contract.testActivityStream, async ({ params }) => ({ error: await streams.test(params.id) }));
  router.add(contract.replayActivityStream, async ({ origin, params, body }) =>
    presentState(await streams.replay(origin, params.id, new Date(body.from))),
  );
}

function presentStream({ stream, hasPassword, state }: ListedStream): contract.ActivityStream {
  const { id, name, stream_type, url, username, cert, is_enabled: enabled } = stream;
  const config = { url, username, password_set: hasPassword, cert };
  return { id, name, stream_type, config, enabled, state: presentState(state) };
}
