/** Inspects another Node process through its inspector. */
export interface Inspection extends Disposable {
  /** Megabytes of used heap after garbage collection. */
  usedMegabytes(): Promise<number>;
}

interface Answer {
  readonly id: number;
  readonly result?: { readonly result?: { readonly value?: unknown } };
}

const retryMilliseconds = 100;
const timeoutMilliseconds = 10_000;

/** @param port at which the process listens after SIGUSR1 */
export async function inspect(pid: number, port: number): Promise<Inspection> {
  process.kill(pid, 'SIGUSR1');
  const socket = new WebSocket(await findAddress(port));
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error('the inspector does not answer'));
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    waiting.get(answer.id)?.(answer);
  };
  let calls = 0;
  const call = (method: string, params: object = {}) =>
    new Promise<Answer>((resolve) => {
      calls += 1;
      waiting.set(calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  return {
    async usedMegabytes() {
      // objects that finalizers release in the first collection are freed by the second
      await call('HeapProfiler.collectGarbage');
      await call('HeapProfiler.collectGarbage');
      const { result } = await call('Runtime.evaluate', { expression: 'process.memoryUsage().heapUsed' });
      return Number(result?.result?.value) / 1_000_000;
    },
    [Symbol.dispose]: () => socket.close(),
  };
}

async function findAddress(port: number): Promise<string> {
  const deadline = performance.now() + timeoutMilliseconds;
  for (;;) {
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/json/list`);
      const targets = (await answer.json()) as { webSocketDebuggerUrl: string }[];
      return targets[0]?.webSocketDebuggerUrl ?? '';
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMilliseconds));
    }
  }
}
