import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface KeepAliveClient extends Disposable {
  post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<Answer>;
}

/** Sends requests on at most this many connections. `fetch` takes several times as long, which core then lacks. */
export function createKeepAliveClient(connections: number): KeepAliveClient {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    post: (url, headers, body) =>
      new Promise((resolve, reject) => {
        const length = String(Buffer.byteLength(body));
        const options = { agent, method: 'POST', headers: { ...headers, 'content-length': length } };
        const outgoing = request(url, options, (answer) => {
          text(answer).then((answered) => resolve({ status: answer.statusCode ?? 0, body: answered }), reject);
        });
        outgoing.on('error', reject);
        outgoing.end(body);
      }),
    [Symbol.dispose]: () => agent.destroy(),
  };
}
