import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends the request unchanged: the path is not normalised, and only Host is added. Does not wait for events. */
export function rawRequest(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path, headers, agent: false }, (response) => {
      // the stream ends only with the session
      const isStream = response.headers['content-type'] === 'text/event-stream';
      if (isStream) response.destroy();
      const read = isStream ? Promise.resolve('') : text(response);
      read.then(
        (answer) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: answer }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
