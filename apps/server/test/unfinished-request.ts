import { request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface UnfinishedRequest {
  /** Sends the last byte of the body; resolves with the status and code of the answer. */
  finish(): Promise<{ readonly status: number; readonly code: string | undefined }>;
}

interface Options {
  readonly method: string;
  /** Below `/api/v1`. */
  readonly path: string;
  readonly body: unknown;
  readonly headers: Record<string, string>;
}

/** Sends a request except for the last byte of its body. */
export function sendUnfinishedRequest(origin: string, { method, path, body, headers }: Options): UnfinishedRequest {
  const bytes = Buffer.from(JSON.stringify(body));
  const sent = request(`${origin}/api/v1${path}`, {
    method,
    agent: false,
    headers: {
      'user-agent': 'test',
      'content-type': 'application/json',
      'content-length': String(bytes.length),
      ...headers,
    },
  });
  const answered = new Promise<{ status: number; code: string | undefined }>((resolve, reject) => {
    sent.on('error', reject);
    sent.on('response', (response) => {
      text(response).then((answer) => {
        const { code } = (JSON.parse(answer) ?? {}) as { code?: string };
        resolve({ status: response.statusCode ?? 0, code });
      }, reject);
    });
  });
  sent.write(bytes.subarray(0, -1));
  return {
    finish() {
      sent.end(bytes.subarray(-1));
      return answered;
    },
  };
}
