import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { type ConnectRouter, type ContextValues, createConnectRouter } from '@connectrpc/connect';
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from '@connectrpc/connect-node';
import { createFieldCounter, type MessageLimits } from './field-counter.ts';
import { countMessages } from './received-messages.ts';

interface Options {
  readonly router: NonNullable<Parameters<typeof createConnectRouter>[0]>;
  readonly routes: (router: ConnectRouter) => void;
  /** Apply to each message of each call. */
  readonly messageLimits: MessageLimits;
}

export type CallHandler = (request: Http2ServerRequest, response: Http2ServerResponse, values: ContextValues) => void;

/** Like Connect's adapter for Node, but counts each message before it is decoded (`receivedOf`). */
export function createCallHandler({ router: options, routes, messageLimits }: Options): CallHandler {
  const router = createConnectRouter(options);
  routes(router);
  const calls = new Map(
    router.handlers.map((handler) => {
      return [handler.requestPath, { handler, countFields: createFieldCounter(handler.method.input, messageLimits) }];
    }),
  );
  return (request, response, values) => {
    const call = calls.get(request.url.split('?', 1)[0] ?? '');
    if (!call) {
      response.writeHead(404);
      response.end();
      return;
    }
    const received = universalRequestFromNodeRequest(request, response, undefined, values);
    const body = countMessages(received.body as AsyncIterable<Uint8Array>, call.countFields, values);
    call
      .handler({ ...received, body })
      .then((answer) => universalResponseToNodeResponse(answer, response))
      // the client disconnected
      .catch(() => response.stream.destroy());
  };
}
