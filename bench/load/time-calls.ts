import { Agent, request } from 'node:http';

/**
 * Milliseconds from sending the request to the last byte of its answer, one request after another on one connection as
 * one person sends them. The first ones, on which connections and caches are made, are not counted.
 * @throws Error when an answer is no success
 */
export async function timeCalls(url: string, cookie: string | undefined, times: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const options = { agent, headers: cookie ? { cookie } : {} };
  try {
    const warmUp = Math.ceil(times / 10);
    const milliseconds: number[] = [];
    for (let call = 0; call < warmUp + times; call += 1) {
      const startedAt = performance.now();
      await callOnce(url, options);
      if (call >= warmUp) milliseconds.push(performance.now() - startedAt);
    }
    return milliseconds;
  } finally {
    agent.destroy();
  }
}

function callOnce(url: string, options: { agent: Agent; headers: Record<string, string> }): Promise<void> {
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
