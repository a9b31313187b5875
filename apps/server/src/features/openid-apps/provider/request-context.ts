import { AsyncLocalStorage } from 'node:async_hooks';

/** The Gatewarden session of the browser that makes an OpenID request. */
export interface SignedInSession {
  readonly sessionId: number;
  readonly userId: number;
  readonly username: string;
  /** Of the user; identifies them to applications. */
  readonly subject: string;
  /** When the holder last proved to be the user. */
  readonly authenticatedAt: Date;
  readonly hasSecondFactor: boolean;
}

export interface RequestContext {
  /** Undefined without a complete sign-in. */
  readonly session: SignedInSession | undefined;
  readonly ip: string | undefined;
  readonly device: string | undefined;
  readonly acceptLanguage: string | undefined;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs the library's handling of one request, which passes no data of ours to its callbacks. */
export function runInRequest<T>(context: RequestContext, work: () => T): T {
  return storage.run(context, work);
}

export function requestContext(): RequestContext {
  const context = storage.getStore();
  if (!context) throw new Error('not inside an OpenID request');
  return context;
}

/** The session of the browser; undefined outside of a request, such as in jobs. */
export function currentSession(): SignedInSession | undefined {
  return storage.getStore()?.session;
}
