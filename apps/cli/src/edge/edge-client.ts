import type { Secret } from '@gatewarden/process/secret';
import { z } from 'zod';
import { DeviceAnswer, ErrorAnswer, PollAnswer } from './answers.ts';

/** What core answers, for programs on devices. The error of a refusal is the text of core, without secrets. */
export type Outcome<Answer> =
  | { readonly kind: 'answer'; readonly answer: Answer }
  /** Core does not know the token: it is not valid, or the device was deleted or got another key. */
  | { readonly kind: 'unknown-token' }
  | { readonly kind: 'refused'; readonly status: number; readonly error: string }
  /** No answer of core: the network, or another server at this address. */
  | { readonly kind: 'unreachable'; readonly reason: string };

export interface EdgeClient {
  /** Sends the public key for the device that the token was issued for. */
  enrol(token: Secret, publicKey: string): Promise<Outcome<DeviceAnswer>>;
  /** The present configuration of the device. */
  poll(pollToken: Secret): Promise<Outcome<DeviceAnswer>>;
}

const timeoutMilliseconds = 15_000;
/** A configuration has a few kilobytes. */
const maxBytes = 262_144;

/** What core answered last, and its tag, with which the client asks whether it changed. */
interface Known {
  readonly etag: string;
  readonly answer: DeviceAnswer;
}

/** Its fields are for people who enrol themselves. */
const Started = z.object({ instance: z.object({}) });

/** @param url address of core's listener; its path is not used */
export function createEdgeClient(url: string, userAgent: string): EdgeClient {
  async function post<Answer>(
    path: string,
    body: object,
    schema: z.ZodType<Answer>,
    own: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly outcome: Outcome<Answer> | 'unchanged'; readonly cookie: string; readonly etag?: string }> {
    try {
      const response = await fetch(new URL(`/api/v1/${path}`, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'user-agent': userAgent, ...own },
        body: JSON.stringify(body),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMilliseconds),
      });
      const [pair = ''] = (response.headers.getSetCookie()[0] ?? '').split(';');
      const etag = response.headers.get('etag');
      const tagged = { cookie: pair, ...(etag && { etag }) };
      if (response.status === 304) return { outcome: 'unchanged', ...tagged };
      return { outcome: readOutcome(response.status, await readJson(response), schema), ...tagged };
    } catch (error) {
      return { outcome: { kind: 'unreachable', reason: reasonOf(error) }, cookie: '' };
    }
  }

  let known: Known | undefined;
  return {
    async enrol(token, publicKey) {
      const started = await post('enrollment/start', { token: token.reveal() }, Started);
      if (started.outcome === 'unchanged') return unexpected;
      if (started.outcome.kind !== 'answer') return started.outcome;
      // the name is that which the administrator gave the device
      const key = { name: '', pubkey: publicKey };
      const { cookie } = started;
      const { outcome } = await post('enrollment/create_device', key, DeviceAnswer, cookie ? { cookie } : {});
      return outcome === 'unchanged' ? unexpected : outcome;
    },
    async poll(pollToken) {
      const body = { token: pollToken.reveal() };
      const { outcome, etag } = await post('poll', body, PollAnswer, known && { 'if-none-match': known.etag });
      if (outcome === 'unchanged') return known ? { kind: 'answer', answer: known.answer } : unexpected;
      if (outcome.kind === 'answer') known = etag === undefined ? undefined : { etag, answer: outcome.answer };
      return outcome;
    },
  };
}

const unexpected = { kind: 'unreachable', reason: 'the answer with status 304 is not one of Gatewarden' } as const;

function readOutcome<Answer>(status: number, body: unknown, schema: z.ZodType<Answer>): Outcome<Answer> {
  const refusal = status === 200 ? undefined : ErrorAnswer.safeParse(body).data;
  // another server, such as a proxy that asks for a password, must not make the client give up its device
  if (refusal && (status === 401 || refusal.code === 'poll_token_invalid')) return { kind: 'unknown-token' };
  if (refusal) return { kind: 'refused', status, error: refusal.error.slice(0, 200) };
  const { data } = schema.safeParse(body);
  if (status === 200 && data !== undefined) return { kind: 'answer', answer: data };
  return { kind: 'unreachable', reason: `the answer with status ${status} is not one of Gatewarden` };
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
  const { cause } = error;
  return cause instanceof Error ? cause.message || error.message : error.message;
}
