import type { Secret } from '@gatewarden/process/secret';
import type { z } from 'zod';
import type { PostJson, Reply } from './post-json.ts';

/** Asks for a configuration; one that did not change is not sent again. */
export function createPoll<Answer>(post: PostJson, schema: z.ZodType<Answer>) {
  let known: { readonly etag: string; readonly answer: Answer } | undefined;
  return async (token: Secret): Promise<Reply<Answer>> => {
    const reply = await post('poll', { token: token.reveal() }, schema, known && { 'if-none-match': known.etag });
    if (reply.kind === 'unchanged' && known) return { kind: 'answer', cookie: '', ...known };
    if (reply.kind === 'answer') {
      known = reply.etag === undefined ? undefined : { etag: reply.etag, answer: reply.answer };
    }
    return reply;
  };
}
