import { Agent, type RequestOptions, request } from 'node:http';

/** The session and source address of the calls. */
export interface TimedCaller {
  readonly cookie?: string | undefined;
  readonly localAddress?: string;
  /** Client address that the proxy at `localAddress` reports. */
  readonly forwardedFor?: string;
}

/**
 * Milliseconds from sending a request to the last byte of its answer, one request after another on one connection. The
 * first tenth, which warms up connections and caches, is not counted.
 * @throws Error when an answer is not 200
 */
export async function* timeCalls(
  url: string,
  { cookie, localAddress, forwardedFor }: TimedCaller,
  times: number,
): AsyncGenerator<number, void, void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const headers = { ...(cookie && { cookie }), ...(forwardedFor && { 'x-forwarded-for': forwardedFor }) };
  const options = { agent, headers, ...(localAddress && { localAddress, family: 4 }) };
  try {
    const warmUp = Math.ceil(times / 10);
    for (let call = 0; call < warmUp + times; call += 1) {
      const startedAt = performance.now();
      await callOnce(url, options);
      if (call >= warmUp) yield performance.now() - startedAt;
    }
  } finally {
    agent.destroy();
  }
}

function callOnce(url: string, options: RequestOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (answer) => {
      answer.resume();
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve();
        else reject(new Error(`${url} answered ${answer.statusCode}`));
      });
      answer.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end();
  });
}
