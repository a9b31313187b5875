import { Agent, type RequestOptions, request } from 'node:http';

/** Who calls. */
export interface TimedCaller {
  readonly cookie?: string | undefined;
  readonly localAddress?: string;
  /** As the proxy at `localAddress` reports the caller. */
  readonly forwardedFor?: string;
}

/**
 * Milliseconds from sending the request to the last byte of its answer, one request after another on one connection as
 * one person sends them. The first ones, on which connections and caches are made, are not counted.
 * @throws Error when an answer is no success
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
