import type { Secret } from '@gatewarden/process/secret';
import { z } from 'zod';
import { DeviceAnswer, PollAnswer } from './answers.ts';
import { createPoll } from './poll-changes.ts';
import { createPostJson, type Reply, unexpectedAnswer } from './post-json.ts';

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

/** Its fields are for people who enrol themselves. */
const Started = z.object({ instance: z.object({}) });

/** @param url address of core's listener; its path is not used */
export function createEdgeClient(url: string, userAgent: string): EdgeClient {
  const post = createPostJson({ url, userAgent });
  const poll = createPoll(post, PollAnswer);
  return {
    async enrol(token, publicKey) {
      const started = await post('enrollment/start', { token: token.reveal() }, Started);
      if (started.kind !== 'answer') return outcomeOf(started);
      // the name is that which the administrator gave the device
      const key = { name: '', pubkey: publicKey };
      const { cookie } = started;
      return outcomeOf(await post('enrollment/create_device', key, DeviceAnswer, cookie ? { cookie } : {}));
    },
    poll: async (pollToken) => outcomeOf(await poll(pollToken)),
  };
}

function outcomeOf<Answer>(reply: Reply<Answer>): Outcome<Answer> {
  switch (reply.kind) {
    case 'answer':
      return { kind: 'answer', answer: reply.answer };
    case 'unchanged':
      return unexpectedAnswer(304);
    case 'unreachable':
      return reply;
    case 'error': {
      const { status, error, code } = reply;
      // another server, such as a proxy that asks for a password, must not make the client give up its device
      if (status === 401 || code === 'poll_token_invalid') return { kind: 'unknown-token' };
      return { kind: 'refused', status, error };
    }
  }
}
