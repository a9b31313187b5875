import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly body: string;
  /** Empty if the answer has none. */
  readonly etag: string;
}

export interface KeepAliveClient extends Disposable {
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer>;
}

/** Sends requests on at most this many connections. `fetch` takes several times as long, which core then lacks. */
export function createKeepAliveClient(connections: number, localAddress?: string): KeepAliveClient {
  const own = localAddress === undefined ? {} : { localAddress, family: 4 };
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ...own });
  return {
    post: (url, headers, sent) =>
      new Promise((resolve, reject) => {
        const length = String(Buffer.byteLength(sent));
        const options = { agent, method: 'POST', headers: { ...headers, 'content-length': length } };
        const outgoing = request(url, options, (answer) => {
          const { statusCode: status = 0, headers: answered } = answer;
          text(answer).then((body) => resolve({ status, body, etag: answered.etag ?? '' }), reject);
        });
        outgoing.on('error', reject);
        outgoing.end(sent);
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
