import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export interface Load {
  readonly url: string;
  readonly cookie?: string | undefined;
  readonly connections: number;
  readonly seconds: number;
  /** Total requests per second; as many as possible when absent. */
  readonly rate?: number;
  /** Sent in turn on any free connection; a GET of the URL when absent. */
  readonly requests?: readonly LoadRequest[];
}

export interface LoadRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly latency: { readonly p50: number; readonly p99: number };
  /** Number of answers with each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Number of requests without an answer. */
  readonly errors: number;
}

interface Raw {
  readonly requests: { readonly average: number };
  readonly latency: { readonly p50: number; readonly p99: number };
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  readonly errors: number;
}

const program = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Sends requests from another process, so that the measurement does not slow down core. */
export async function sendLoad({ url, cookie, connections, seconds, rate, requests }: Load): Promise<LoadResult> {
  const options = {
    url,
    connections,
    duration: seconds,
    ...(rate && { overallRate: rate }),
    ...(requests && { requests }),
    headers: { 'user-agent': 'bench', ...(cookie && { cookie }) },
  };
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  child.stdin.end(JSON.stringify(options));
  const output = await text(child.stdout);
  const [code] = await exited;
  if (code !== 0) throw new Error(`the load ended with ${code}`);
  const raw: Raw = JSON.parse(output);
  const statuses = Object.entries(raw.statusCodeStats).map(([status, { count }]) => [status, count] as const);
  return {
    perSecond: raw.requests.average,
    latency: raw.latency,
    statuses: Object.fromEntries(statuses),
    errors: raw.errors,
  };
}
