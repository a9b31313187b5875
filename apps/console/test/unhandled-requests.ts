import type { SharedOptions } from 'msw';
import { HttpNetworkFrame } from 'msw/experimental';

type OnUnhandled = Extract<SharedOptions['onUnhandledFrame'], (...given: never[]) => unknown>;

const unhandled: string[] = [];

/** Fails the request, which the console may treat as a network failure, and records it for `expectAllHandled`. */
export const recordUnhandled: OnUnhandled = ({ frame, defaults }) => {
  if (frame instanceof HttpNetworkFrame) {
    const { method, url } = frame.data.request;
    unhandled.push(`${method} ${new URL(url).pathname}`);
  }
  defaults.error();
};

/** @throws when the test sent requests without a handler; resets the record for the next test */
export function expectAllHandled(): void {
  const requests = unhandled.splice(0);
  if (requests.length > 0)
    throw new Error(`No handler for ${[...new Set(requests)].join(', ')}: add one with server.use`);
}
