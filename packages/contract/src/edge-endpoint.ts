import type { z } from 'zod';
import type { ErrorDetails } from './errors.ts';

/** Which sessions do not mix: each has a cookie of its own. Interface reference, wire §13.4. */
export type EdgeSession = 'enrollment' | 'password_reset';

/**
 * A call of the listener for people and programs that are not signed in, below `/api/v1`: `POST` with a JSON body.
 * Interface reference, wire §13.
 */
export interface EdgeEndpoint {
  readonly path: string;
  /** The session that it begins, needs or ends. */
  readonly session: EdgeSession;
  readonly body: z.ZodType;
  readonly response: z.ZodType;
  /**
   * Programs repeat it with a token that may have ended, and many can share an address: invalid tokens are not counted as
   * guesses, and those of other callers do not matter.
   */
  readonly isRepeated?: true;
  /** The field of the body with the token that the caller shows, unless it is `token`. */
  readonly tokenField?: 'state';
}

/**
 * The encrypted state of a sign-in at an OpenID provider, in two cookies. Interface reference, wire §13.4. `csrf` begins with the
 * id of the sign-in and a dot, so that a browser can have several.
 */
export interface OpenidCookies {
  readonly csrf: string;
  readonly nonce: string;
}

const signInIdCharacters = 8;

/** Which cookies belong to the `state` that a provider gets; not secret. */
export function signInIdOf(state: string): string {
  return state.slice(0, signInIdCharacters);
}

/** One call of the edge, used by core and by the pages of the edge. */
export function edgeEndpoint<const Definition extends EdgeEndpoint>(definition: Definition): Definition {
  return definition;
}

/** A WebSocket on which a client waits for one message, which ends it. Interface reference, wire §13.3. */
export interface EdgeWaitEndpoint {
  readonly path: string;
  readonly query: z.ZodType;
  readonly message: z.ZodType;
}

export function edgeWaitEndpoint<const Definition extends EdgeWaitEndpoint>(definition: Definition): Definition {
  return definition;
}

export type EdgeQueryOf<E extends EdgeWaitEndpoint> = z.output<E['query']>;
export type EdgeMessageOf<E extends EdgeWaitEndpoint> = z.output<E['message']>;

export type EdgeBodyOf<E extends EdgeEndpoint> = z.output<E['body']>;
export type EdgeBodyInputOf<E extends EdgeEndpoint> = z.input<E['body']>;
export type EdgeResponseOf<E extends EdgeEndpoint> = z.output<E['response']>;

/** The body of a refused call: a text that clients compare (wire §18), and ours, the code. */
export interface EdgeErrorBody {
  readonly error: string;
  readonly code: string;
  /** Ours: values for the text of the code, such as after how many seconds to try again. */
  readonly details?: ErrorDetails;
}
