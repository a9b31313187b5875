import { z } from 'zod';
import { DirectoryFailure } from '../../ports/directory.ts';
import type { HttpReader, JsonAnswer } from './http-reader.ts';

export interface TokenRequest {
  readonly endpoint: URL;
  readonly body: string;
  readonly signal: AbortSignal;
}

const Token = z.object({ access_token: z.string().regex(/^[\x21-\x7e]{1,16384}$/) });

/** An access token (RFC 6749 §5.1). @throws DirectoryFailure as `explain` says for an answer that is not a success */
export async function requestToken(
  reader: HttpReader,
  { endpoint, body, signal }: TokenRequest,
  explain: (answer: JsonAnswer) => DirectoryFailure,
): Promise<string> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await reader.send(endpoint, { method: 'POST', headers, body }, signal);
  if (answer.status < 200 || answer.status >= 300) throw explain(answer);
  const token = Token.safeParse(answer.json).data?.access_token;
  if (token === undefined) throw new DirectoryFailure('answer', `${endpoint.host}: no access token`);
  return token;
}

export function form(fields: Readonly<Record<string, string>>): string {
  return new URLSearchParams(fields).toString();
}

const Refusal = z.object({ error: z.string(), error_description: z.string().nullish() });

/** The code and description of a refused request (RFC 6749 §5.2). */
export function errorOf({ json }: JsonAnswer): { readonly error: string; readonly description: string } {
  const refusal = Refusal.safeParse(json).data;
  return { error: refusal?.error ?? '', description: (refusal?.error_description ?? '').slice(0, 200) };
}
