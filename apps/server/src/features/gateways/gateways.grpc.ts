import type { ConnectRouter } from '@connectrpc/connect';
import { GatewayService } from '@gatewarden/contract/gateway/v1';
import type { Database } from '../../platform/database/database.ts';
import { authenticatedCallOptions } from '../../platform/grpc/grpc-server.ts';
import type { KindLinks } from '../links/index.ts';
import type { GatewayStreams } from './gateway-streams.ts';
import { findLocationName } from './gateways.queries.ts';
import { readApplicant } from './read-requests.ts';

interface Dependencies {
  readonly db: Database;
  readonly links: Pick<KindLinks, 'join' | 'stream'>;
  readonly streams: GatewayStreams;
}

/** What agents call. */
export function addGatewaysCalls(router: ConnectRouter, { db, links, streams }: Dependencies): void {
  router.rpc(GatewayService.method.join, (request, context) =>
    links.join(context, {
      read: () => readApplicant(request),
      answer: async ({ component, credential, coreAddresses }) => ({
        gatewayId: component.id,
        credential,
        locationName: (await findLocationName(db, component.location_id ?? 0)) ?? '',
        coreAddresses,
      }),
    }),
  );
  router.rpc(
    GatewayService.method.control,
    (requests, context) => links.stream(streams, requests, context),
    authenticatedCallOptions,
  );
}
