import type { ConnectRouter } from '@connectrpc/connect';
import { EdgeService, type ServeRequest, type ServeResponse } from '@gatewarden/contract/edge/v1';
import { DomainError } from '@gatewarden/contract/errors';
import { line } from '@gatewarden/contract/primitives';
import { z } from 'zod';
import { authenticatedCallOptions } from '../../platform/grpc/grpc-server.ts';
import type { Greeting, KindLinks, StreamHandler } from '../links/index.ts';

interface Dependencies {
  readonly links: Pick<KindLinks, 'join' | 'stream'>;
  readonly streams: StreamHandler<ServeRequest, ServeResponse, Greeting>;
  /** Where core connected to. */
  readonly address: string;
  /** Called for each call: an edge answers at the address. */
  readonly onCall: () => void;
}

const JoinInput = z.object({
  secret: z.string().max(128),
  hostname: line(253, 1),
  edgeVersion: line(64, 1),
  replacedCredential: z
    .string()
    .max(128)
    .transform((credential) => credential || undefined),
});

/** What an edge calls over a connection that core has opened. */
export function addEdgeLinkCalls(router: ConnectRouter, { links, streams, address, onCall }: Dependencies): void {
  router.rpc(EdgeService.method.join, (request, context) => {
    onCall();
    return links.join(context, {
      read() {
        const parsed = JoinInput.safeParse(request);
        if (!parsed.success) throw new DomainError('invalid_input');
        const { edgeVersion: version, ...applicant } = parsed.data;
        return { ...applicant, version, name: address, locationId: undefined };
      },
      answer: async ({ component, credential }) => ({ edgeId: component.id, credential }),
    });
  });
  router.rpc(
    EdgeService.method.serve,
    (requests, context) => {
      onCall();
      return links.stream(atAddress(streams, address), requests, context);
    },
    authenticatedCallOptions,
  );
}

/** A copy of a credential is of no use at the address of another edge. */
function atAddress(streams: Dependencies['streams'], address: string): Dependencies['streams'] {
  return {
    ...streams,
    readGreeting(component, first) {
      if (component.name !== address) throw new DomainError('component_credential_invalid');
      return streams.readGreeting(component, first);
    },
  };
}
