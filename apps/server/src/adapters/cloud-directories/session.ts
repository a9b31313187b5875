import type { z } from 'zod';
import { DirectoryFailure } from '../../ports/directory.ts';
import type { HttpReader, JsonAnswer } from './http-reader.ts';
import { describeProblem } from './shapes.ts';

/** Reads from a service as a client that it knows. */
export interface Session {
  /** @throws DirectoryFailure */
  get<Schema extends z.ZodType>(
    url: URL,
    schema: Schema,
    signal: AbortSignal,
  ): Promise<SessionAnswer<z.output<Schema>>>;
}

export interface SessionAnswer<Body> {
  readonly body: Body;
  readonly headers: Headers;
}

interface Options {
  readonly reader: HttpReader;
  /** Headers that identify the client. `isRefused`: the service did not accept the last ones. */
  readonly authorize: (signal: AbortSignal, isRefused: boolean) => Promise<Readonly<Record<string, string>>>;
  /** What an answer that is not a success means. */
  readonly explain: (answer: JsonAnswer) => DirectoryFailure;
}

export function createSession({ reader, authorize, explain }: Options): Session {
  async function request(url: URL, signal: AbortSignal): Promise<JsonAnswer> {
    const answer = await reader.send(url, { headers: await authorize(signal, false) }, signal);
    // a token expires while a large directory is read
    if (answer.status !== 401) return answer;
    return reader.send(url, { headers: await authorize(signal, true) }, signal);
  }

  return {
    async get(url, schema, signal) {
      const answer = await request(url, signal);
      if (answer.status < 200 || answer.status >= 300) throw explain(answer);
      const parsed = schema.safeParse(answer.json);
      if (!parsed.success)
        throw new DirectoryFailure('answer', `${url.host}${url.pathname}: ${describeProblem(parsed.error)}`);
      return { body: parsed.data, headers: answer.headers };
    },
  };
}

/** Requests a token when there is none, or it was refused. */
export function createBearer(
  requestToken: (signal: AbortSignal) => Promise<string>,
): (signal: AbortSignal, isRefused: boolean) => Promise<Readonly<Record<string, string>>> {
  let token: string | undefined;
  return async (signal, isRefused) => {
    if (isRefused || token === undefined) token = await requestToken(signal);
    return { authorization: `Bearer ${token}` };
  };
}
