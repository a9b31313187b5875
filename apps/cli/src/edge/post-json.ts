import type { z } from 'zod';
import { ErrorAnswer } from './answers.ts';

/** What the server at an address answers. Texts of the answer are bounded and contain no control characters. */
export type Reply<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer; readonly cookie: string; readonly etag: string | undefined }
  /** Status 304. */
  | { readonly kind: 'unchanged' }
  /** An error of core, or of a server that has errors in the same format. */
  | { readonly kind: 'error'; readonly status: number; readonly error: string; readonly code: string | undefined }
  /** No answer of core: the network, or another server at this address. */
  | { readonly kind: 'unreachable'; readonly reason: string };

/** Sends JSON and reads JSON. Redirects are not followed: another server must not get a token. */
export type PostJson = <Answer>(
  path: string,
  body: object,
  schema: z.ZodType<Answer>,
  headers?: Readonly<Record<string, string>>,
) => Promise<Reply<Answer>>;

interface Options {
  /** Address of core's listener for clients; its path is not used. */
  readonly url: string;
  readonly userAgent: string;
  /** Ends requests early. */
  readonly signal?: AbortSignal;
  /** Of a whole request. */
  readonly timeoutMilliseconds?: number;
}

const defaultTimeoutMilliseconds = 15_000;
/** A configuration has a few kilobytes. */
const maxBytes = 262_144;
const maxErrorCharacters = 200;

export function createPostJson({ url, userAgent, signal, timeoutMilliseconds }: Options): PostJson {
  return async (path, body, schema, headers = {}) => {
    const timeout = AbortSignal.timeout(timeoutMilliseconds ?? defaultTimeoutMilliseconds);
    try {
      const response = await fetch(new URL(`/api/v1/${path}`, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...headers },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
      if (response.status === 304) return { kind: 'unchanged' };
      const read = readReply(response.status, await readJson(response), schema);
      if (read.kind !== 'answer') return read;
      const [cookie = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
      return { ...read, cookie, etag: response.headers.get('etag') ?? undefined };
    } catch (error) {
      return { kind: 'unreachable', reason: reasonOf(error) };
    }
  };
}

/** The reason if a server answers with a status or a body that core does not have. */
export function unexpectedAnswer(status: number): { readonly kind: 'unreachable'; readonly reason: string } {
  return { kind: 'unreachable', reason: `the answer with status ${status} is not one of Gatewarden` };
}

function readReply<Answer>(status: number, body: unknown, schema: z.ZodType<Answer>) {
  const refusal = status === 200 ? undefined : ErrorAnswer.safeParse(body).data;
  if (refusal) {
    return { kind: 'error', status, error: refusal.error.slice(0, maxErrorCharacters), code: refusal.code } as const;
  }
  const { data } = schema.safeParse(body);
  if (status === 200 && data !== undefined) return { kind: 'answer', answer: data } as const;
  return unexpectedAnswer(status);
}

/** Undefined if the answer is too long or not JSON. */
async function readJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  try {
    return JSON.parse(Buffer.concat(parts).toString());
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time';
  const { cause } = error;
  return cause instanceof Error ? cause.message || error.message : error.message;
}
